/** `osc-tools initdata attach`: attaches initdata to pods. */
import { Command } from 'commander';
import process from 'node:process';
import { looksLikeInitdata } from '#core/agent/looksLikePolicy.ts';
import { unpackInitdata } from '#server/engine/encoding/pack.ts';
import { hasUsageError, withAttachOptions, type AttachOptions } from '../attachOptions.ts';
import { withHelp } from '../help.ts';
import { readTextFile } from '../io/policyInputs.ts';
import { printMessage } from '../io/printMessage.ts';
import { printInitdataFindings } from '../io/standaloneFindings.ts';
import { exitFound, exitUsage } from '../usage.ts';

export function initdataAttachCommand(): Command {
  const command = withHelp(new Command('attach'), {
    summary: 'Attach initdata to a pod or workload in a manifest.',
    details:
      "Checks and encodes the initdata, and sets it in the annotation of the OSC release. Prints the manifest with the initdata to standard output, and the annotation to standard error. Keeps comments, layout, and the files that only the existing initdata of the pod contains. Doesn't contact a cluster.",
    exitCodes: {
      0: 'The initdata was attached',
      1: "Nothing was written: the initdata has errors, the pod already has initdata with different contents, or the pod doesn't support initdata",
      2: "Usage error, or a file can't be read or written, isn't initdata, or contains no pod",
    },
    examples: [
      'osc-tools initdata attach initdata.toml my-pod.yaml > my-pod-with-initdata.yaml',
      'osc-tools initdata attach initdata.toml deployment.yaml --write',
    ],
    page: 'policies.md#attach-a-policy-to-a-pod',
  }).argument('<initdata>', 'initdata (TOML or base64), or - for standard input');
  return withAttachOptions(command)
    .option('--force', 'attach the initdata even if it has errors', false)
    .action(async (file: string, manifests: string[], options: AttachOptions) => {
      process.exitCode = await attachInitdata(file, manifests, options);
    });
}

async function attachInitdata(file: string, manifests: readonly string[], options: AttachOptions): Promise<number> {
  if (hasUsageError(file, manifests, options)) return exitUsage;
  const toml = await readToml(file);
  if (toml === undefined) return exitUsage;
  if (printInitdataFindings(toml.name, toml.text, options.release) && !options.force) {
    printMessage('no initdata was attached. To attach it despite its errors, use --force');
    return exitFound;
  }
  const { attachToManifests } = await import('../attachToManifests.ts');
  const { createInitdataAttachEdits } = await import('#server/embedded/attachPolicy.ts');
  return attachToManifests(manifests, options, (place) => createInitdataAttachEdits({ ...place, toml: toml.text }));
}

/** Reads TOML, or an encoded value that contains it. If that fails, prints the reason and returns undefined. */
async function readToml(file: string): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const read = await readTextFile(file);
  if (read === undefined) return undefined;
  const { name, text, bom } = read;
  if (/\.toml$/i.test(name) || looksLikeInitdata(text)) return { name, text: bom ? `\uFEFF${text}` : text };
  const packed = text.trim();
  const { text: toml, problems } = /^[A-Za-z0-9+/=_\s-]+$/.test(packed) ? unpackInitdata(packed) : { problems: [] };
  if (toml !== undefined) return { name, text: toml };
  printMessage(`${name} isn't initdata${problems[0] === undefined ? '' : `: ${problems[0].message}`}`);
  return undefined;
}
