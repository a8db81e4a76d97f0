import ipaddr from 'ipaddr.js';

/** Whose address it is, as far as it shows: of the longer kind a single machine has as many as it likes, in one network. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
