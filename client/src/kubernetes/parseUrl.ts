/**
 * Parses an untrusted URL. Returns undefined if it's invalid. `URL.parse` isn't available in the oldest supported Node
 * version.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the host is this computer, so that requests don't cross a network. Excludes subdomains of localhost,
 * because their address depends on the resolver.
 * @param hostname as returned by `URL`
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Returns whether the host is a name, an IPv4 address, or an IPv6 address in brackets, with an optional port. A shell
 * reads such a host as a single word.
 * @param host as returned by `URL`
 */
export function isPlainHost(host: string): boolean {
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.test(host);
}
