/** What is being done on a cluster from this window, step by step, with what the cluster says of each. */
import { given } from '../../../../core/json.ts';
import type { Step, StepState } from '../../../../core/lifecycle/procedure.ts';
import type { Explanation, Health } from '../../../../core/live/status/explanation.ts';
import { oneLine } from '../../../../core/live/words.ts';
import { explainedNode, prose } from '../explained.ts';
import { markdownCode } from '../../../../core/live/markdownText.ts';
import { paragraphs } from '../markdown.ts';
import type { TreeNode } from '../nodeView.ts';
import type { RunSeen } from '../runSeen.ts';
import { placeOf } from '../runWords.ts';
import type { Seen } from '../seen.ts';

const healths: Readonly<Record<StepState, Health>> = {
  done: 'ok',
  ready: 'busy',
  waiting: 'busy',
  blocked: 'attention',
  later: 'unknown',
  unknown: 'unknown',
};

/** For who hears the row. */
const words: Readonly<Record<StepState, string>> = {
  done: 'done',
  ready: 'its turn',
  waiting: 'in progress',
  blocked: 'needs attention',
  later: 'comes later',
  unknown: 'unknown',
};

/** What comes later is no question: it has a sign of its own. */
const icons: Partial<Readonly<Record<StepState, string>>> = { later: 'circle-outline', ready: 'play-circle', waiting: 'sync' };

const runHealths: Readonly<Record<RunSeen['state'], Health>> = { working: 'busy', asking: 'attention', held: 'attention', done: 'ok' };

const meanings: Readonly<Record<RunSeen['state'], string>> = {
  working: 'It goes on by itself. To stop it sends nothing more; what was sent goes on.',
  asking: 'It goes on when you have answered what it asks.',
  held: 'It goes on when what holds it is mended.',
  done: 'The cluster shows that every step is done.',
};

export function runNode(seen: Seen, run: RunSeen): TreeNode {
  const { title, state, words, steps } = run;
  const id = `${seen.context}/run`;
  const place = placeOf(steps);
  return explainedNode({
    id,
    label: title,
    description: [state === 'done' ? undefined : place, oneLine(words, 160)].filter((part) => part !== undefined).join(': '),
    explanation: { health: runHealths[state], headline: words, meaning: meanings[state] },
    // Menus: it can be stopped; what is held can be gone on with.
    context: [...(state === 'done' ? [] : ['osc-run']), ...(state === 'held' || state === 'asking' ? ['osc-held'] : [])],
    collapsible: 'expanded',
    target: { context: seen.context },
    ...given({ icon: state === 'working' ? 'sync~spin' : undefined }),
    children: () => steps.map((step) => stepNode(seen, id, step)),
  });
}

function stepNode({ context }: Seen, parent: string, step: Step): TreeNode {
  const { id, title, state, headline, evidence } = step;
  return explainedNode({
    id: `${parent}/${id}`,
    label: title,
    ...given({ icon: icons[state] }),
    word: words[state],
    explanation: explanationOf(step),
    description: oneLine(headline, 160),
    details: paragraphs(
      evidence.length === 0 ? undefined : `**On the cluster:**\n\n${evidence.map((line) => `- ${markdownCode(oneLine(line))}`).join('\n')}`,
      changes(step),
    ),
    target: { context },
  });
}

function explanationOf({ state, headline, meaning, todo, docs }: Step): Explanation {
  return { health: healths[state], headline, meaning: meaning ?? stateMeanings[state], ...given({ todo, docs }) };
}

const stateMeanings: Readonly<Record<StepState, string>> = {
  done: 'The cluster shows that it is done.',
  ready: 'Its turn has come.',
  waiting: 'The cluster is at it.',
  blocked: 'It does not go on by itself.',
  later: 'An earlier step comes first.',
  unknown: 'It cannot be seen whether it is done.',
};

/** What is sent for it: names alone, for contents may be secret. */
function changes({ state, changes: all }: Step): string | undefined {
  if (state === 'done' || all.length === 0) return undefined;
  const lines = all.map(({ how, target: { kind, name, namespace } }) =>
    prose(`- ${how} ${kind} \`${name}\`${namespace === undefined ? '' : ` in \`${namespace}\``}`),
  );
  return `**What is sent:**\n\n${lines.join('\n')}`;
}
