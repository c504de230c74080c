import * as l10n from '@vscode/l10n';
import { matchesAnnotation } from '#core/annotations/matchesAnnotation.ts';
import { virtiofsAdvisory } from '#core/product/advisories.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import type { TomlEntry } from '#server/engine/toml/toml.ts';
import { defineKataConfigRule, kataConfigFiles } from '../kataConfigRule.ts';
import { exampleFile, messageOf } from './shared.ts';

const annotation = 'virtio_fs_extra_args';

export default defineKataConfigRule({
  id: 'kata-config-advisory',
  title: () => l10n.t`Configuration with a known vulnerability`,
  severity: 'warning',
  appliesTo: kataConfigFiles,
  language: 'toml',
  why: () =>
    l10n.t(
      'The security advisory {0} applies to this configuration. The annotation `{1}` allows a pod to access the file system of its node. Kata enabled this annotation by default before version {2}.\n\nThe entries of `enable_annotations` are regular expressions that match any part of a name, so `.*` and `virtio_fs` also enable this annotation. Remove such an entry, or replace it with the names of the annotations that your pods need.',
      virtiofsAdvisory.id,
      annotation,
      virtiofsAdvisory.fixed,
    ),
  source: ['kata-containers/kata-containers@ffa59ce3 src/runtime/Makefile', kataUpstream('docs/releases/4.1.0.md')],
  *check({ document }) {
    for (const setting of document.settings) {
      if (setting.table !== 'hypervisor' || setting.name !== 'enable_annotations') continue;
      for (const element of setting.elements) {
        const entry = element.value?.kind === 'string' ? element.value.text : undefined;
        if (entry === undefined || matchesAnnotation(entry, annotation) !== true) continue;
        yield {
          start: element.range.start,
          end: element.range.end,
          message: messageOf(
            l10n.t(
              '{0}: this entry enables the annotation {1}, which allows a pod to access the file system of its node.',
              virtiofsAdvisory.id,
              annotation,
            ),
            l10n.t`Remove the entry from enable_annotations.`,
          ),
          advisory: virtiofsAdvisory,
          // A pattern such as `.*` also enables annotations that pods might need.
          fixes: entry === annotation ? removal(document.text, setting.elements, element) : [],
        };
      }
    }
  },
  examples: () => [
    {
      avoid:
        '[hypervisor.qemu]\nenable_annotations = ["enable_iommu", "virtio_fs_extra_args", "kernel_params"]\n#                                     ^^^^^^^^^^^^^^^^^^^^^^ want\n',
      prefer: '[hypervisor.qemu]\nenable_annotations = ["enable_iommu", "kernel_params"]\n',
      fileName: exampleFile,
    },
    {
      avoid: '[hypervisor.qemu]\nenable_annotations = [".*"]\n#                     ^^^^ want\n',
      prefer: '[hypervisor.qemu]\nenable_annotations = ["default_vcpus", "default_memory"]\n',
      fileName: exampleFile,
    },
  ],
});

/** Removes an element with the comma after it or, for the last one, before it. */
function removal(text: string, elements: readonly TomlEntry[], element: TomlEntry): readonly Fix[] {
  const index = elements.indexOf(element);
  const [before, after] = [elements[index - 1], elements[index + 1]];
  const start = after === undefined && before !== undefined ? before.range.end : element.range.start;
  const end = after === undefined ? element.range.end : after.range.start;
  // A comment between elements would be lost.
  if (text.slice(start, end).includes('#')) return [];
  return [{ title: l10n.t`Remove ${annotation}`, edits: [{ start, end, text: '' }], sure: true }];
}
