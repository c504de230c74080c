/**
 * Defines the two servers that the benchmark compares and their settings. Both run on the same Node as the benchmark.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { run } from '#scripts/lib/run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const peerFolder = path.join(root, 'tools/yaml-language-server');
const peerProgram = path.join(peerFolder, 'node_modules/yaml-language-server/bin/yaml-language-server');

export interface Server {
  readonly name: 'ours' | 'peer';
  /** Arguments for node: the server file and its options. */
  readonly command: readonly string[];
  /** Returns the server's configuration for one `workspace/configuration` section. */
  settings(section: string): unknown;
}

/** Names of the input files: with a single document, and with mixed kinds. */
export const singleFile = 'single.yaml';
export const mixedFile = 'mixed.yaml';

/** Copy of the build output, so that a build during the run doesn't affect the results. */
const built = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
const dist = process.env['OSC_DIST'] ?? path.join(root, 'dist');
if (existsSync(dist)) cpSync(dist, built, { recursive: true });
process.on('exit', () => rmSync(built, { recursive: true, force: true }));

export const serverBundle = path.join(built, 'server.js');
export const commandLineBundle = path.join(built, 'cli.js');

export const ours: Server = {
  name: 'ours',
  command: [serverBundle, '--stdio'],
  settings: (section) => (section === 'osc' ? {} : null),
};

const schema = (file: string) => pathToFileURL(path.join(import.meta.dirname, '../schemas', file)).href;

/** The stock YAML language server with the best handwritten schema. It downloads nothing. */
const peer: Server = {
  name: 'peer',
  command: [peerProgram, '--stdio'],
  settings: (section) =>
    section === 'yaml'
      ? {
          validate: true,
          completion: true,
          hover: true,
          schemas: { [schema('kataconfig.json')]: `*${singleFile}`, [schema('dispatch3.json')]: `*${mixedFile}` },
          schemaStore: { enable: false },
          kubernetesCRDStore: { enable: false },
        }
      : null,
};

export const servers = [ours, peer] as const;

/** Installs the stock server from the npm registry if it's missing. Ends this process if the installation fails. */
export async function installPeer(): Promise<void> {
  if (existsSync(peerProgram)) return;
  console.log('Installing yaml-language-server into tools/yaml-language-server ...');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: peerFolder });
}
