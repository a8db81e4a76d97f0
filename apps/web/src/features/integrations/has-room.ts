import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { ListedIntegration } from '@tickets/contract/integrations/integrations';

/** Whether a server can add another, by the first page of its list, where those that it has stand first. */
export const hasRoom = (first: readonly ListedIntegration[]): boolean =>
  first.filter(({ added }) => added).length < integrationLimits.active;
