/** A node whose machine-config-daemon gave up. Source: openshift/machine-config-operator pkg/daemon/constants; domain/01-kataconfig.md 1.6. */
import { nodeStory } from '../../live/status/nodeStory.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { defineDiagnosis, toldFrom } from '../diagnosis.ts';
import { marksOf } from '../marks.ts';

export const nodeDegraded = defineDiagnosis({
  id: 'node-degraded',
  title: 'A node is degraded',
  likelihood: 90,
  follows: ['log-extension-missing'],
  find(gathered) {
    const { snapshot, at = 0 } = gathered;
    return [...surroundingsOf(snapshot).nodes.values()]
      .filter(({ mcoState }) => mcoState === 'Degraded')
      .flatMap(({ name, mcoReason }) => {
        const { headline, stuck, next, todo } = nodeStory(snapshot, name, at);
        return toldFrom(
          `Node ${name}`,
          {
            health: 'failed',
            headline,
            meaning: stuck ?? `Its machine-config-daemon gave up${mcoReason === undefined || mcoReason === '' ? '.' : `: ${mcoReason}`}`,
            ...(next === undefined ? {} : { next }),
            ...(todo === undefined ? {} : { todo }),
          },
          marksOf(gathered, 'nodes', name, /machineconfiguration\.openshift\.io\/(?:state|reason):/),
        );
      });
  },
});
