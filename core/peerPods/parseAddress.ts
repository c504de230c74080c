/** Parses IP addresses as Go's netip.ParseAddr does, which cloud-api-adaptor uses. */

/** An IP address as a number. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** Maximum number of characters of an address, including the zone of an IPv6 address. Longer texts are rejected. */
const maxLength = 100;

/** Returns an IPv4 or IPv6 address. Returns undefined if Go rejects the text. A zone of an IPv6 address is ignored. */
export function parseAddress(text: string): IpAddress | undefined {
  if (text.length > maxLength) return undefined;
  if (!text.includes(':')) {
    const value = ipv4(text);
    return value === undefined ? undefined : { bits: 32, value };
  }
  const at = text.indexOf('%');
  if (at === text.length - 1) return undefined;
  const value = ipv6(at === -1 ? text : text.slice(0, at));
  return value === undefined ? undefined : { bits: 128, value };
}

/** Compares two addresses. As in Go, each IPv4 address is before each IPv6 address. */
export function compareAddresses(a: IpAddress, b: IpAddress): number {
  if (a.bits !== b.bits) return a.bits - b.bits;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split('.');
  // Go rejects leading zeros, because other software reads them as octal numbers.
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return undefined;
  let value = 0n;
  for (const part of parts) value = value * 256n + BigInt(part);
  return value;
}

function ipv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => groups(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const count = head.length + (tail?.length ?? 0);
  // In Go, `::` replaces at least one group.
  if (tail === undefined ? count !== 8 : count > 7) return undefined;
  const all = [...head, ...Array.from({ length: 8 - count }, () => 0n), ...(tail ?? [])];
  let value = 0n;
  for (const group of all) value = value * 65_536n + group;
  return value;
}

/**
 * Returns the 16-bit groups of the part of an IPv6 address before or after `::`. Returns undefined if a group is
 * invalid. Only the last part can end with an IPv4 address, which counts as 2 groups.
 */
function groups(text: string, isLast: boolean): bigint[] | undefined {
  if (text === '') return [];
  const out: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const embedded = isLast && index === parts.length - 1 && part.includes('.') ? ipv4(part) : undefined;
    if (embedded !== undefined) out.push(embedded / 65_536n, embedded % 65_536n);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) out.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return out;
}
