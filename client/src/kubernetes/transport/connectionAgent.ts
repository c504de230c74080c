/**
 * The agent of one connection: connections are kept and used again, by way of the proxy of the kubeconfig where it
 * names one.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpProxyAgent, HttpsProxyAgent, type ProxyAgentRequestOptions } from 'hpagent';
import { SocksProxyAgent } from 'socks-proxy-agent';

/** Watches hold one connection each; what is asked beyond that waits. */
const shared = { keepAlive: true, maxSockets: 100, maxFreeSockets: 10 };
/** Milliseconds until a proxy must have connected. */
const proxyTimeout = 30_000;

/** @param gone ends what the agent does not know of yet: connections that a proxy is still making */
export function agentFor(isSecure: boolean, proxy: URL | undefined, gone: AbortSignal): HttpAgent {
  if (proxy === undefined) return isSecure ? new HttpsAgent(shared) : new HttpAgent(shared);
  if (proxy.protocol.startsWith('socks')) {
    // As in client-go, the proxy looks up the names: behind a tunnel, this machine does not know them.
    const socks = new URL(proxy.href.replace(/^socks5:/, 'socks5h:'));
    const agent = new SocksProxyAgent(socks, shared);
    // It would look at the stack to learn who asks, and be wrong.
    agent.protocol = isSecure ? 'https:' : 'http:';
    return agent;
  }
  const proxyRequestOptions: ProxyAgentRequestOptions & { readonly signal: AbortSignal } = { signal: gone };
  const options = { ...shared, timeout: proxyTimeout, proxy, proxyRequestOptions };
  return isSecure ? new HttpsProxyAgent(options) : new HttpProxyAgent(options);
}
