/** A credential plugin: an executable that a kubeconfig names and that provides a token. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export interface CredentialPlugin {
  /** The value of `user` in a kubeconfig that uses the plugin. */
  readonly user: object;
  /** Returns how many times the plugin has run. */
  runs(): number;
}

/**
 * Writes a credential plugin that provides this token.
 * @param args arguments of the plugin, which ignores them
 */
export function createCredentialPlugin(
  folder: string,
  token: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): CredentialPlugin {
  const [script, log, secret] = ['login.mjs', 'runs', 'login-token'].map((name) => path.join(folder, name));
  if (script === undefined || log === undefined || secret === undefined)
    throw new Error('The credential plugin has no folder.');
  writeFileSync(secret, token, { mode: 0o600 });
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, 'x');
const token = readFileSync(${JSON.stringify(secret)}, 'utf8');
console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status: { token } }));
`,
  );
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: [script, ...args],
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    interactiveMode: 'Never',
  };
  return { user: { exec }, runs: () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0) };
}
