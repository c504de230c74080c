/** Creates the kubeconfig of a simulated cluster, with one context per user. The user of the scenario is first. */
export interface KubeconfigUser {
  readonly name: string;
  readonly token: string;
  /** Namespace of the context. */
  readonly namespace?: string;
}

/**
 * Returns the kubeconfig as text. Uses JSON, which is also valid YAML and needs no quoting rules.
 * @param ca CA certificate in PEM
 * @param called name of the kubeconfig entries, so that the kubeconfig can be combined with others: the name of the
 *   first user's context, and the prefix of the other contexts. If undefined, contexts are named after their users.
 */
export function kubeconfigText(url: string, ca: string, users: readonly KubeconfigUser[], called?: string): string {
  const cluster = called ?? 'osc-simulator';
  const context = (user: string): string => {
    const name = user.replaceAll(/[^a-z0-9-]+/gi, '-');
    if (called === undefined) return name;
    return user === users[0]?.name ? called : `${called}-${name}`;
  };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: cluster, cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: users.map(({ name, token }) => ({ name: context(name), user: { token } })),
    contexts: users.map(({ name, namespace }) => ({
      name: context(name),
      context: { cluster, user: context(name), ...(namespace === undefined ? {} : { namespace }) },
    })),
    'current-context': context(users[0]?.name ?? ''),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
