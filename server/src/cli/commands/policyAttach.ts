/** `osc-tools policy attach`: attaches a policy to pods with the mechanism that they support. */
import { Command, Option } from 'commander';
import process from 'node:process';
import type { Release } from '#core/product/releases.ts';
import type { PolicyMechanism } from '#server/embedded/attachPolicy.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { hasUsageError, withAttachOptions, type AttachOptions } from '../attachOptions.ts';
import { withHelp } from '../help.ts';
import { readPolicyFile } from '../io/policyInputs.ts';
import { printMessage } from '../io/printMessage.ts';
import { createStandaloneEnvironment, printFindings } from '../io/standaloneFindings.ts';
import { exitFound, exitUsage } from '../usage.ts';

interface PolicyAttachOptions extends AttachOptions {
  readonly mechanism: PolicyMechanism | 'auto';
}

export function policyAttachCommand(): Command {
  const command = withHelp(new Command('attach'), {
    summary: 'Attach a policy to a pod or workload in a manifest.',
    details:
      'Encodes the policy, and sets it in the policy annotation or in initdata, depending on the OSC release, the runtime class, and the feature gate "confidential" in the manifests. Prints the manifest with the policy to standard output, and the mechanism with its reason to standard error. Keeps comments, layout, and other files in existing initdata. Doesn\'t contact a cluster.',
    exitCodes: {
      0: 'The policy was attached',
      1: "Nothing was written: the policy has errors, the pod already has a different policy, or the policy can't be attached",
      2: "Usage error, or a file can't be read or written, isn't an agent policy, or contains no pod",
    },
    examples: [
      'osc-tools policy attach policy.rego my-pod.yaml > my-pod-with-policy.yaml',
      'osc-tools policy attach policy.rego deployment.yaml --select deployment/web --diff',
    ],
    page: 'policies.md#attach-a-policy-to-a-pod',
  }).argument('<policy>', 'agent policy (Rego), or - for standard input');
  return withAttachOptions(command)
    .addOption(
      new Option(
        '--mechanism <mechanism>',
        'where to set the policy (with auto, the mechanism that works with the release and the runtime class)',
      )
        .choices(['auto', 'annotation', 'initdata'])
        .default('auto'),
    )
    .option('--force', 'attach the policy even if it has errors', false)
    .action(async (file: string, manifests: string[], options: PolicyAttachOptions) => {
      process.exitCode = await attachPolicy(file, manifests, options);
    });
}

async function attachPolicy(file: string, manifests: readonly string[], options: PolicyAttachOptions): Promise<number> {
  if (hasUsageError(file, manifests, options)) return exitUsage;
  const read = await readPolicyFile(file);
  if (read === undefined) return exitUsage;
  const policy = new Policy(read.text);
  if (!policy.isForAgent) {
    printMessage(`${read.name} isn't an agent policy`);
    return exitUsage;
  }
  if (printErrors(read.name, policy, options.release) && !options.force) {
    printMessage('no policy was attached. To attach it despite its errors, use --force');
    return exitFound;
  }
  const { attachToManifests } = await import('../attachToManifests.ts');
  const { createAttachEdits } = await import('#server/embedded/attachPolicy.ts');
  const mechanism = options.mechanism === 'auto' ? undefined : options.mechanism;
  return attachToManifests(manifests, options, (place) =>
    createAttachEdits({ ...place, policy: read.text, mechanism }),
  );
}

/** Prints the errors in the policy. Returns whether there are any. */
function printErrors(name: string, policy: Policy, release: Release): boolean {
  const environment = createStandaloneEnvironment(release);
  const errors = checkPolicy(policy, { uri: 'policy:', place: 'file' }, environment).filter(
    ({ severity }) => severity === 'error',
  );
  printFindings(name, policy.text, errors);
  return errors.length > 0;
}
