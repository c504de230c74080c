/** Creates the HTTP agent of a connection. The agent reuses sockets and uses the proxy of the kubeconfig, if any. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpProxyAgent, HttpsProxyAgent, type ProxyAgentRequestOptions } from 'hpagent';
import { SocksProxyAgent } from 'socks-proxy-agent';

/** Socket limits. Each watch occupies one socket, and further requests wait for a free one. */
const shared = { keepAlive: true, maxSockets: 100, maxFreeSockets: 10 };
/** Time limit for connecting to a proxy, in milliseconds. */
const proxyTimeout = 30_000;

/**
 * Creates the agent.
 * @param gone aborts connections that a proxy is still establishing, because the agent doesn't manage them yet
 */
export function agentFor(isSecure: boolean, proxy: URL | undefined, gone: AbortSignal): HttpAgent {
  if (proxy === undefined) return isSecure ? new HttpsAgent(shared) : new HttpAgent(shared);
  if (proxy.protocol.startsWith('socks')) {
    // The proxy resolves host names, as in client-go, because this computer might not know names behind a tunnel.
    const socks = new URL(proxy.href.replace(/^socks5:/, 'socks5h:'));
    const agent = new SocksProxyAgent(socks, shared);
    // Without this, the agent guesses the protocol from the call stack and gets it wrong.
    agent.protocol = isSecure ? 'https:' : 'http:';
    return agent;
  }
  const proxyRequestOptions: ProxyAgentRequestOptions & { readonly signal: AbortSignal } = { signal: gone };
  const options = { ...shared, timeout: proxyTimeout, proxy, proxyRequestOptions };
  return isSecure ? new HttpsProxyAgent(options) : new HttpProxyAgent(options);
}
