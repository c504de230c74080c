/** Another log level of CRI-O on the nodes with kata. Sources: OSC 1.12 §6.3; core/kinds/kataConfig.ts (levels). */
import { enablingDebugLogs } from '../../docSections.ts';
import { logLevels } from '../../kinds/kataConfig.ts';
import type { KataConfig } from '../../live/kinds/kataConfig.ts';
import { defaultLogLevel, isLoud, presentLevel, quietCommand } from '../../live/status/loudLog.ts';
import { kataPoolName } from '../../live/status/pools.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { namesWords } from '../../live/words.ts';
import { crioCommand } from '../crioConfig.ts';
import { defineProcedure, type Step } from '../procedure.ts';
import { consequenceFacts, rebootConsequences } from '../consequences.ts';
import { kataNodes, poolStep } from '../steps/poolStep.ts';
import { liveReference } from '../references.ts';
import { knownFact, type Situation } from '../situation.ts';
import { missingFact, oneAfterAnother, plainStep } from '../steps/plainStep.ts';
import { isSettled, unseen } from '../steps/told.ts';

export interface LogLevelChoices {
  /** One of `logLevels`. */
  readonly level: string;
}

export const logLevelProcedure = defineProcedure<LogLevelChoices>({
  id: 'logLevel',
  title: 'Set the log level',
  docs: enablingDebugLogs,
  facts: ['crioLogLevels', ...consequenceFacts],
  asks: 'once',
  steps: (situation, choices) => {
    const { kataConfig } = surroundingsOf(situation.snapshot);
    const set = setStep(situation, choices, kataConfig);
    if (kataConfig === undefined) return [set];
    return oneAfterAnother([set, followStep(situation, choices), verifyStep(situation, choices), ...backStep(kataConfig, choices)]);
  },
});

function setStep(situation: Situation, { level }: LogLevelChoices, kataConfig: KataConfig | undefined): Step {
  const { snapshot, context } = situation;
  const base = { id: 'kata-config', title: `Set spec.logLevel to ${level}`, docs: enablingDebugLogs };
  if (kataConfig === undefined) {
    if (!isSettled(snapshot, 'kataConfigs')) return plainStep({ ...base, ...unseen(snapshot, 'kataConfigs') });
    return plainStep({
      ...base,
      state: 'blocked',
      headline: 'there is no KataConfig',
      meaning: 'The log level is set on the KataConfig.',
      todo: 'Install kata first.',
    });
  }
  const target = liveReference('kataConfigs', kataConfig.name);
  const present = presentLevel(kataConfig);
  const names = kataNodes(situation).map(({ name }) => name);
  const step = {
    ...base,
    evidence: [`KataConfig ${kataConfig.name}: logLevel ${present}`],
    changes: [{ how: 'merge', target, patch: { spec: { logLevel: level } } } as const],
    until: [{ object: target, jsonpath: '{.spec.logLevel}', is: level, minutes: 1 }],
    gate: {
      question: `Set the log level of kata on ${context} from ${present} to ${level} (KataConfig ${kataConfig.name})?`,
      consequences: [
        ...(logLevels[level] === undefined ? [] : [logLevels[level]]),
        ...rebootConsequences(situation, names, 'install'),
        ...(isLoud(level) ? [`Going back to ${defaultLogLevel} afterwards reboots them once more.`] : []),
      ],
      typed: context,
    },
  };
  if (kataConfig.deleting !== undefined)
    return plainStep({ ...step, state: 'blocked', headline: 'the KataConfig is being deleted', todo: 'Nothing: its nodes lose kata.' });
  return plainStep(present === level ? { ...step, state: 'done', headline: `is ${level}` } : { ...step, state: 'ready', headline: `${present} until now` });
}

/** The operator passes it to the Machine Config Operator, and that to the nodes. */
function followStep(situation: Situation, { level }: LogLevelChoices): Step {
  const surroundings = surroundingsOf(situation.snapshot);
  const poolName = kataPoolName(surroundings);
  const found = knownFact(situation, 'crioLogLevels');
  const configured = found?.[poolName];
  // What was read of an earlier configuration says nothing of this one.
  const isCurrent = configured !== undefined && configured.target === surroundings.pools.get(poolName)?.target;
  const shown = configured?.level ?? `none, which is ${defaultLogLevel}`;
  return poolStep(
    situation,
    { id: 'pool', title: `Follow the pool ${poolName} until its nodes have it`, docs: enablingDebugLogs },
    {
      is: found === undefined || configured?.unreadable === true ? undefined : isCurrent && (configured?.level ?? defaultLogLevel) === level,
      words: configured === undefined ? `${poolName} has no configuration yet` : `${configured.target} sets log_level: ${shown}`,
      missing:
        found === undefined
          ? missingFact(situation, 'crioLogLevels', 'what the nodes are told to log')
          : {
              state: 'unknown',
              headline: 'Cannot be read',
              meaning: `What ${configured?.target ?? poolName} sets for CRI-O is written in a way that is not understood here.`,
            },
    },
  );
}

/** The configuration says so; what CRI-O says itself is asked on a node, by hand: nothing is run there unasked. */
function verifyStep(situation: Situation, { level }: LogLevelChoices): Step {
  const names = kataNodes(situation).map(({ name }) => name);
  const [first] = names;
  return plainStep({
    id: 'verify',
    title: 'Verify it on a node',
    state: 'done',
    headline: `set in the configuration of ${namesWords(names)}`,
    ...(first === undefined ? {} : { todo: `To hear it from CRI-O itself: \`${crioCommand(first).join(' ')}\`. It should print log_level = "${level}".` }),
    docs: enablingDebugLogs,
  });
}

function backStep(kataConfig: KataConfig, { level }: LogLevelChoices): readonly Step[] {
  if (!isLoud(level)) return [];
  return [
    plainStep({
      id: 'go-back',
      title: `Go back to ${defaultLogLevel} when you are done`,
      state: 'done',
      headline: 'to be remembered',
      meaning: `With ${level} the journals of the nodes fill fast.`,
      todo: `When the logs are gathered: \`${quietCommand(kataConfig)}\`. The nodes reboot again.`,
      docs: enablingDebugLogs,
    }),
  ];
}
