import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { document112 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import type { ValueProblem } from '../peerPods/checkValues.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { describeMissingGpuSupport } from '../shared/gpuSupport.ts';
import { checkImageValues, type KnownValue } from '../shared/ownObjects.ts';

export default defineRule({
  id: 'podvm-cm-support',
  title: () => l10n.t`Option with limited support`,
  severity: 'info',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`The documentation lists only limited support for this option. In OSC 1.12, GPUs in peer pods are a Developer Preview on Azure from OpenShift 4.21.9, and aren't listed for AWS and Google Cloud. FIPS compliance applies only to the runtime class \`kata\`. It wasn't tested with \`kata-remote\`, even if the pod VM boots in FIPS mode.

Before you use the option in production, check the support level in the documentation for your release.`,
  source: [document112('1.2'), document112('1.6')],
  *check(context) {
    yield* checkImageValues(context, judge);
  },
  examples: () => [
    {
      avoid: configMap('aws-podvm-image-cm', 'ENABLE_NVIDIA_GPU: "yes"', '#                  ^^^^^ want'),
      prefer: configMap('aws-podvm-image-cm', 'ENABLE_NVIDIA_GPU: "no"'),
    },
    {
      avoid: configMap('azure-podvm-image-cm', 'BOOT_FIPS: "yes"', '#          ^^^^^ want'),
      prefer: configMap('azure-podvm-image-cm', 'BOOT_FIPS: "no"'),
    },
  ],
});

/** Returns a note about the support level of an option if its support is limited. */
function judge({ key, text }: KnownValue, provider: string): ValueProblem | undefined {
  if (text !== 'yes') return undefined;
  if (key.name === 'BOOT_FIPS')
    return {
      message: l10n.t`FIPS compliance applies only to the runtime class kata. It wasn't tested with kata-remote.`,
    };
  if (key.name !== 'ENABLE_NVIDIA_GPU') return undefined;
  return {
    message:
      provider === 'azure'
        ? l10n.t`In OSC 1.12, GPUs in peer pods on Azure are a Developer Preview from OpenShift 4.21.9.`
        : describeMissingGpuSupport(provider),
  };
}
