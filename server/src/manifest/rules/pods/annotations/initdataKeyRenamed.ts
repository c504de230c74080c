import * as l10n from '@vscode/l10n';
import { initDataKey } from '#core/annotations/remoteSize.ts';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { adaptor110, adaptor111 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findKeyProblem, shortenKey } from './annotationKey.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import {
  createOptionalFix,
  isLeftOpen,
  listPodAnnotations,
  removeAnnotation,
  renameAnnotation,
  getRuntimeClassName,
} from '#server/engine/yaml/objects/podNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default defineRule({
  id: 'pod-initdata-key-renamed',
  title: () => l10n.t`initdata annotation for another OSC release`,
  severity: 'warning',
  appliesTo: podOwnerIds,
  why: () =>
    l10n.t`The initdata annotation has different keys in different OSC releases. In OSC 1.10 and earlier, the key is \`io.katacontainers.config.runtime.cc_init_data\`. In OSC 1.11 and later, the key is \`io.katacontainers.config.hypervisor.cc_init_data\`. Newer releases silently ignore the old key, so the pod runs with the initdata from \`peer-pods-cm\` or with none. In older releases, a pod with the new key doesn't start.

Use the key for the selected OSC release. In OSC 1.11 and later, you can keep the old key next to the new one.`,
  source: [
    adaptor110('src/cloud-api-adaptor/pkg/util/cloud.go'),
    adaptor111('src/cloud-api-adaptor/pkg/util/cloud.go'),
    'OSC 1.11 §2.8',
  ],
  *check({ manifest, release, text }) {
    const runtime = getRuntimeClassName(manifest);
    const all = listPodAnnotations(manifest);
    for (const annotation of all) {
      const { name, key } = annotation;
      const fault = findKeyProblem(name, runtime, release);
      if (fault?.type !== 'renamed') continue;
      const there = all.some((other) => other.name === fault.instead);
      const isNew = name === initDataKey;
      if (there && !isNew) continue;
      yield {
        start: key.start,
        end: key.end,
        message: isNew
          ? `${l10n.t`OSC ${release.id} reads initdata only from the key config.runtime.${shortenKey(fault.instead)}, so kata-remote rejects this key.`}${getSentenceSeparator()}${there ? l10n.t`Remove it.` : l10n.t`Use ${fault.instead}.`}`
          : l10n.t`OSC ${release.id} ignores this key, so the pod's initdata isn't used. Use ${fault.instead}.`,
        fixes: there
          ? createOptionalFix(l10n.t`Remove ${name}`, removeAnnotation(manifest, annotation, text), false)
          : createOptionalFix(
              l10n.t`Rename to ${fault.instead}`,
              renameAnnotation(annotation, fault.instead, text),
              !isLeftOpen(annotation),
            ),
      };
    }
  },
  examples: () => [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.runtime.cc_init_data: H4sIAAAAAAAC/ytLLSrOzM9TsFVQMtAz1DNQ4krMSc8vyizJyAWJFWckGluYKHFxRackliTGcgEAajbQNy8AAAA=
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: annotatedPod(
        '    io.katacontainers.config.hypervisor.cc_init_data: H4sIAAAAAAAC/ytLLSrOzM9TsFVQMtAz1DNQ4krMSc8vyizJyAWJFWckGluYKHFxRackliTGcgEAajbQNy8AAAA=',
      ),
    },
    {
      release: '1.10',
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.cc_init_data: H4sIAAAAAAAC/ytLLSrOzM9TsFVQMtAz1DNQ4krMSc8vyizJyAWJFWckGluYKHFxRackliTGcgEAajbQNy8AAAA=
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: annotatedPod(
        '    io.katacontainers.config.runtime.cc_init_data: H4sIAAAAAAAC/ytLLSrOzM9TsFVQMtAz1DNQ4krMSc8vyizJyAWJFWckGluYKHFxRackliTGcgEAajbQNy8AAAA=',
      ),
    },
  ],
});
