import { Resolver } from 'node:dns/promises';

export interface Address {
  address: string;
  family: number;
}

/**
 * The addresses of a name that came from outside. Name servers are asked directly, because the system's own look-up holds
 * one of the few threads of the process, by which files are read too, for as long as the owner of the name lets it wait.
 */
export async function addressesOf(host: string, signal: AbortSignal): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const known = (answer: PromiseSettledResult<string[]>, family: number) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
    const found = [...known(four, 4), ...known(six, 6)];
    // Most names have no address of the other kind, and some name servers fail when they are asked for it.
    if (!found.length && four.status === 'rejected') throw four.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
