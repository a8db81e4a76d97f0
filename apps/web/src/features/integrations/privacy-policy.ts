/** The address of a privacy policy, if a link may lead there. */
export function privacyLink(url: string | null): string | undefined {
  return url && /^https?:\/\//i.test(url) ? url : undefined;
}
