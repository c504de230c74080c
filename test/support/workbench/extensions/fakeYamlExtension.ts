/** Builds the stand-in for the Red Hat YAML extension (test/workbench/fixtures/redhat-yaml). */
import { build } from 'esbuild';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';

const source = path.join(repositoryRoot, 'test/workbench/fixtures/redhat-yaml');

/** Builds the stand-in into its extension folder. */
export async function writeYamlStandIn(folder: string): Promise<void> {
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

/** The environment variable with which the stand-in finds the YAML language server. */
export const yamlStandInEnvironment = {
  OSC_TEST_YAML_SERVER: path.join(repositoryRoot, 'node_modules/yaml-language-server/bin/yaml-language-server'),
};
