/** Reads an address that came from outside. `URL.parse` is younger than the oldest Node that this runs on. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * This machine: nobody is on the way. Names below localhost are what a resolver makes of them.
 * @param hostname as URL gives it
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * A name, an IPv4 address or an IPv6 address in brackets, maybe with a port: nothing that a shell would read as more
 * than a word.
 * @param host as URL gives it
 */
export function isPlainHost(host: string): boolean {
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.test(host);
}
