/** The two servers that are compared, and what each is told. Both run with the Node that runs the benchmark. */
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
  /** Its program and arguments, for node. */
  readonly command: readonly string[];
  /** What it is told when it asks for a section of the settings. */
  settings(section: string): unknown;
}

/** Names of files: those of one document, and those that mix kinds. */
export const singleFile = 'single.yaml';
export const mixedFile = 'mixed.yaml';

/** A copy of what is built: whoever builds during the minutes of a run changes nothing of it. */
const built = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
const dist = process.env['OSC_DIST'] ?? path.join(root, 'dist');
if (existsSync(dist)) cpSync(dist, built, { recursive: true });
process.on('exit', () => rmSync(built, { recursive: true, force: true }));

export const serverBundle = path.join(built, 'server.js');

export const ours: Server = {
  name: 'ours',
  command: [serverBundle, '--stdio'],
  settings: (section) => (section === 'osc' ? {} : null),
};

const schema = (file: string) => pathToFileURL(path.join(import.meta.dirname, '../schemas', file)).href;

/** The stock peer with the best schema that can be written for it by hand; nothing is fetched. */
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

/** Installs the stock server from the npm registry, unless that was done before. Ends this process if that fails. */
export async function installPeer(): Promise<void> {
  if (existsSync(peerProgram)) return;
  console.log('Installing yaml-language-server into tools/yaml-language-server ...');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: peerFolder });
}
