/** The kubeconfig of a simulated cluster: the user of the scenario first, one context for each user. */
export interface KubeconfigUser {
  readonly name: string;
  readonly token: string;
}

/**
 * As text. JSON is YAML, too, and needs no quoting rules.
 * @param ca PEM
 * @param called what its entries are called, so that it can stand beside other kubeconfigs: the context of the first
 * user is this, those of others begin with it. Left out: contexts are called after their users.
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
    contexts: users.map(({ name }) => ({ name: context(name), context: { cluster, user: context(name) } })),
    'current-context': context(users[0]?.name ?? ''),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
