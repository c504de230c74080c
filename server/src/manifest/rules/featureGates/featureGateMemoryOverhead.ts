import * as l10n from '@vscode/l10n';
import { featureGatesName } from '#core/product/namespaces.ts';
import { issue, operatorDev } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { listDataEntries, removeKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { isInOtherNamespace } from '../shared/ownObjects.ts';

const name = 'memoryOverheadMB';

export default defineRule({
  id: 'fg-memory-overhead',
  title: () => l10n.t`Memory overhead in osc-feature-gates`,
  severity: 'info',
  appliesTo: [featureGatesName],
  why: () =>
    l10n.t`No released operator reads \`memoryOverheadMB\`. A proposed change adds a webhook that sets the annotation \`io.katacontainers.config.hypervisor.memory_overhead\` of each Kata pod to this value. No Kata version reads this annotation. Neither the key nor the annotation changes the overhead of a runtime class.

Remove the key. The overhead of a runtime class is in its field \`overhead.podFixed\`, which the operator sets.`,
  source: [
    operatorDev('00b58ece', 'controllers/fg_handler.go'),
    issue('openshift/sandboxed-containers-operator', 1058),
    operatorDev('1f12f9ec', 'controllers/pod_mutator.go'),
  ],
  *check({ manifest, text }) {
    if (isInOtherNamespace(manifest)) return;
    for (const entry of listDataEntries(manifest)) {
      if (entry.name !== name) continue;
      const edit = removeKey(manifest, entry, text);
      yield {
        start: entry.key.start,
        end: entry.key.end,
        message: l10n.t`No released operator reads ${name}. It doesn't change the overhead of Kata pods.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${name}`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [
    {
      avoid: configMap(featureGatesName, 'confidential: "true"', `${name}: "512"`, '# ^^^^^^^^^^^^^^^^ want'),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
  ],
});
