/** Provides a credential plugin that records its runs. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, beforeEach } from 'node:test';
import type { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { ClusterEntry, ExecEntry } from '#client/kubernetes/kubeconfig/entries.ts';
import { folder } from '#test/support/cluster/clusterHarness.ts';

/** The API version of the credentials. */
export const credentialVersion = 'client.authentication.k8s.io/v1';

/** The cluster for which credentials are requested. */
export const execCluster: ClusterEntry = {
  name: 'c',
  server: 'https://c',
  skipTlsVerify: false,
  tlsServerName: 'name',
  execConfig: { audience: 'x' },
};

/** Requests the credentials of an entry. */
export function requestCredential(
  plugins: ExecPlugins,
  exec: ExecEntry,
  refused?: Parameters<ExecPlugins['credential']>[4],
) {
  return plugins.credential(
    exec,
    execCluster,
    { context: 'here', server: execCluster.server },
    Buffer.from('-----BEGIN CERTIFICATE-----'),
    refused,
  );
}

/** A folder with a credential plugin. */
export interface ExecStage {
  readonly home: ReturnType<typeof folder>;
  /** The plugin, which appends a line to the log each time it runs. */
  readonly program: string;
  /** Returns a kubeconfig entry that runs the plugin with these arguments. */
  entry(args: readonly string[], more?: Partial<ExecEntry>): ExecEntry;
  /** Returns what the plugin has received in each run. */
  runs(): readonly unknown[];
}

/** Writes the plugin. Clears its log before each test of the suite, and removes the folder after them. */
export function createExecStage(): ExecStage {
  const home = folder();
  const log = path.join(home.path, 'log');
  const program = home.write(
    'login.mjs',
    `import { appendFileSync } from 'node:fs';
   const [mode, expires] = process.argv.slice(2);
   const info = process.env.KUBERNETES_EXEC_INFO;
   appendFileSync(${JSON.stringify(log)}, JSON.stringify({ info: JSON.parse(info), own: process.env.OWN, cwd: process.cwd() }) + '\\n');
   const { apiVersion } = JSON.parse(info);
   if (mode === 'fail') { console.error('canary-of-the-program'); process.exit(3); }
   else if (mode === 'hang') setInterval(() => {}, 1000);
   else if (mode === 'much') { process.stdout.on('error', () => process.exit()); process.stdout.write('x'.repeat(1_200_000)); setInterval(() => {}, 1000); }
   else console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: 'token-' + process.pid, expirationTimestamp: expires } }));`,
  );
  after(() => home.remove());
  beforeEach(() => rmSync(log, { force: true }));

  function entry(args: readonly string[], more: Partial<ExecEntry> = {}): ExecEntry {
    return {
      command: process.execPath,
      args: [program, ...args],
      env: [],
      apiVersion: credentialVersion,
      provideClusterInfo: false,
      folder: home.path,
      ...more,
    };
  }

  function runs(): readonly unknown[] {
    return existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line))
      : [];
  }

  return { home, program, entry, runs };
}
