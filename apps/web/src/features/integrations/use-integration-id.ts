import { useParams } from '@tanstack/react-router';

/** The integration of the page, from its address; the routes let nothing but numbers through. */
export function useIntegrationId(): number {
  const { integrationId } = useParams({ strict: false });
  return Number(integrationId);
}
