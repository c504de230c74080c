/** The room of what is done on clusters: checks, procedures, runbooks. Bundled apart (dist/lifecycle.js): loaded with the first command. */
import { realClock } from '../cluster/time.ts';
import { actions } from './actions/index.ts';
import { createPerform } from './perform.ts';
import { createPreviews } from './preview.ts';
import { readSituation } from './readSituation.ts';
import type { LifecycleParts, LifecycleRoom } from './room.ts';
import { ShownTexts } from './shownTexts.ts';
import type { Tools } from './tools.ts';

export async function createLifecycleRoom(parts: LifecycleParts): Promise<LifecycleRoom> {
  const clusters = await parts.clusters();
  const perform = createPerform({ ...parts, clock: realClock, chance: Math.random });
  const previews = createPreviews(parts);
  const texts = new ShownTexts();
  const tools: Tools = {
    ...parts,
    clusters,
    clock: realClock,
    perform: perform.perform,
    stop: perform.stop,
    goOn: perform.goOn,
    previews,
    texts,
    situation: (cluster, facts, objects) => readSituation(cluster, facts, realClock, undefined, objects),
  };
  return {
    run: async (action, given) => actions[action](tools, given),
    dispose() {
      perform.dispose();
      previews.dispose();
      texts.dispose();
    },
  };
}
