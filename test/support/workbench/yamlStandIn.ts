/** Builds the stand-in for the YAML extension by Red Hat (test/workbench/fixtures/redhat-yaml) into a folder that VS Code can load. */
import { build } from 'esbuild';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/lib/run.ts';

const source = path.join(root, 'test/workbench/fixtures/redhat-yaml');

/** Builds it into this folder. */
export async function buildYamlStandIn(folder: string): Promise<void> {
  cpSync(path.join(source, 'package.json'), path.join(folder, 'package.json'));
  await build({
    entryPoints: [path.join(source, 'extension.js')],
    outfile: path.join(folder, 'extension.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
}

/** What the stand-in is told of this machine. */
export const yamlStandInEnvironment = { OSC_TEST_YAML_SERVER: path.join(root, 'node_modules/yaml-language-server/bin/yaml-language-server') };
