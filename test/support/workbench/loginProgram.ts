/** A program that gives credentials, as a kubeconfig names it, and what is known of its runs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export interface LoginProgram {
  /** What stands below `user` in a kubeconfig. */
  readonly user: object;
  /** How many times it has run. */
  runs(): number;
}

/** Writes one that gives this token. @param args further arguments, which it does not look at */
export function loginProgram(folder: string, token: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): LoginProgram {
  const [script, log, secret] = ['login.mjs', 'runs', 'login-token'].map((name) => path.join(folder, name));
  if (script === undefined || log === undefined || secret === undefined) throw new Error('no folder');
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
