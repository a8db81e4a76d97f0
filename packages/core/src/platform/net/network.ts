import ipaddr from 'ipaddr.js';

/** Whose address it is, as far as it shows: of the longer kind a single machine has as many as it likes, in one network. */
export function networkOf(given: string): string {
  const address = withoutPort(given);
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** Some proxies name the port, too, which differs from connection to connection. */
function withoutPort(given: string): string {
  const [, address = given] = /^\[(.+)\](?::\d+)?$/.exec(given) ?? /^([\d.]+):\d+$/.exec(given) ?? [];
  return address;
}

const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether `addressMatcher` takes it. */
export function isNetwork(given: string): boolean {
  return Object.hasOwn(namedNetworks, given) || ipaddr.isValidCIDR(given) || ipaddr.isValid(given);
}

/** Whether an address is one of these addresses and networks. Throws at once for what is none. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.flatMap((given) => namedNetworks[given] ?? [given]).map(rangeOf);
  return (given) => {
    const address = withoutPort(given);
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  };
}

function rangeOf(given: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(given)) return ipaddr.parseCIDR(given);
  if (!ipaddr.isValid(given)) throw new Error(`"${given}" is no address and no network`);
  const address = ipaddr.process(given);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
