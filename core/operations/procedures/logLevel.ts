/** Sets the CRI-O log level on Kata nodes. Sources: OSC 1.12 §6.3; core/kinds/kataConfig.ts (levels). */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs } from '#core/product/docSections.ts';
import { logLevels } from '#core/kinds/kataConfig.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import {
  defaultLogLevel,
  isVerboseLogLevel,
  getEffectiveLogLevel,
  quietCommand,
} from '#core/status/kataConfig/verboseLogLevel.ts';
import { getKataPoolName } from '#core/status/nodes/pools.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { createCrioCommand } from '#core/oc/crioConfig.ts';
import { keptLogLevel, type LogLevelChoices } from './savedChoices.ts';
import { defineProcedure, type ProcedureStep } from '../procedure.ts';
import { consequenceFacts, describeRebootConsequences, rebootGate } from '../rebootConsequences.ts';
import { listKataNodes, poolStep } from '../steps/nodes/poolStep.ts';
import { createWatchedReference } from '../changes/references.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { describeUnknownLookup, sequenceStepsStrictly, createStepWithDefaults } from '../steps/createStep.ts';
import { isListKnown, describeUnreadableKind } from '../steps/stepStatus.ts';

/** ID of the step that the user performs on a node. */
export const verifyStepId = 'verify';

export const logLevelProcedure = defineProcedure<LogLevelChoices>({
  id: 'logLevel',
  title: () => l10n.t`Set Kata node log level`,
  label: () =>
    l10n.t({
      message: 'Logging',
      args: [],
      comment: [
        'A noun: the short name of the operation that sets the log level, in the Clusters view. Keep it short.',
      ],
    }),
  docs: enablingDebugLogs,
  facts: ['crioLogLevels', ...consequenceFacts],
  kept: keptLogLevel,
  asks: 'once',
  steps: (situation, choices) => {
    const { kataConfig } = indexSnapshot(situation.snapshot);
    const set = setStep(situation, choices, kataConfig);
    if (kataConfig === undefined) return [set];
    return sequenceStepsStrictly([
      set,
      followStep(situation, choices),
      verifyStep(situation, choices),
      ...backStep(kataConfig, choices),
    ]);
  },
});

function setStep(
  situation: ObservedCluster,
  { level }: LogLevelChoices,
  kataConfig: KataConfig | undefined,
): ProcedureStep {
  const { snapshot, context } = situation;
  const base = { id: 'kata-config', title: l10n.t`Set spec.logLevel to ${level}`, docs: enablingDebugLogs };
  if (kataConfig === undefined) {
    if (!isListKnown(snapshot, 'kataConfigs'))
      return createStepWithDefaults({ ...base, ...describeUnreadableKind(snapshot, 'kataConfigs') });
    return createStepWithDefaults({
      ...base,
      state: 'blocked',
      headline: l10n.t`No KataConfig`,
      meaning: l10n.t`The log level is set in the KataConfig.`,
      todo: l10n.t`Install Kata first.`,
    });
  }
  const target = createWatchedReference('kataConfigs', kataConfig.name);
  const present = getEffectiveLogLevel(kataConfig);
  const names = listKataNodes(situation).map(({ name }) => name);
  const step = {
    ...base,
    evidence: [`KataConfig ${kataConfig.name}: logLevel ${present}`],
    changes: [{ how: 'merge', target, patch: { spec: { logLevel: level } } } as const],
    until: [{ object: target, jsonpath: '{.spec.logLevel}', is: level, minutes: 1 }],
    gate: {
      question: l10n.t`Change the Kata log level on ${context} from ${present} to ${level} (KataConfig ${kataConfig.name})?`,
      consequences: [
        ...(logLevels[level] === undefined ? [] : [logLevels[level]()]),
        ...describeRebootConsequences(situation, names, 'install'),
        ...(level === defaultLogLevel
          ? []
          : [l10n.t`The nodes reboot again when you reset the level to ${defaultLogLevel}.`]),
      ],
      ...rebootGate(situation, names),
      typed: context,
    },
  };
  if (kataConfig.deleting !== undefined)
    return createStepWithDefaults({
      ...step,
      state: 'blocked',
      headline: l10n.t`The KataConfig is being deleted`,
      todo: l10n.t`No action required. Kata is being uninstalled from the nodes.`,
    });
  return createStepWithDefaults(
    present === level
      ? { ...step, state: 'done', headline: l10n.t`Already ${level}` }
      : { ...step, state: 'ready', headline: l10n.t`Currently ${present}` },
  );
}

/** Creates the step in which the operator passes the level to the Machine Config Operator, which updates the nodes. */
function followStep(situation: ObservedCluster, { level }: LogLevelChoices): ProcedureStep {
  const index = indexSnapshot(situation.snapshot);
  const poolName = getKataPoolName(index);
  const found = getLookupValue(situation, 'crioLogLevels');
  const configured = found?.[poolName];
  // The level of an earlier configuration doesn't apply to the current one.
  const isCurrent = configured !== undefined && configured.target === index.pools.get(poolName)?.target;
  const shown = configured?.level ?? l10n.t`not set (default: ${defaultLogLevel})`;
  return poolStep(
    situation,
    { id: 'pool', title: l10n.t`Update pool ${poolName}`, docs: enablingDebugLogs },
    {
      is:
        found === undefined || configured?.unreadable === true
          ? undefined
          : isCurrent && (configured?.level ?? defaultLogLevel) === level,
      words:
        configured === undefined
          ? l10n.t`Pool ${poolName} has no configuration yet`
          : l10n.t`log_level in ${configured.target}: ${shown}`,
      missing:
        found === undefined
          ? describeUnknownLookup(situation, 'crioLogLevels', l10n.t`the CRI-O log level on the nodes`)
          : {
              state: 'unknown',
              headline: l10n.t`Can't be read`,
              meaning: l10n.t`Can't parse the CRI-O settings in ${configured?.target ?? poolName}.`,
            },
    },
  );
}

/**
 * Creates the step that verifies the log level. Only CRI-O itself reports the level that it uses. The user must run the
 * command for this check, because the command creates a debug pod on the node.
 */
function verifyStep(situation: ObservedCluster, { level }: LogLevelChoices): ProcedureStep {
  const names = listKataNodes(situation).map(({ name }) => name);
  const [first] = names;
  return createStepWithDefaults({
    id: verifyStepId,
    title: l10n.t`Verify the log level on a node`,
    state: 'open',
    isManual: true,
    headline: l10n.t`Not verified`,
    meaning: l10n.t`In the configuration of ${formatNames(names)}, the log level is ${level}. The log level that CRI-O currently uses wasn't checked.`,
    ...(first === undefined
      ? {}
      : {
          todo: l10n.t(
            'To get the level from CRI-O, run `{0}`. The output should contain log_level = "{1}".',
            createCrioCommand(first).join(' '),
            level,
          ),
        }),
    docs: enablingDebugLogs,
  });
}

function backStep(kataConfig: KataConfig, { level }: LogLevelChoices): readonly ProcedureStep[] {
  if (level === defaultLogLevel) return [];
  return [
    createStepWithDefaults({
      id: 'go-back',
      title: l10n.t`Reset to ${defaultLogLevel}`,
      state: 'open',
      isManual: true,
      headline: l10n.t({
        message: 'Not done yet',
        args: [],
        comment: ['The state of a step that the user performs manually.'],
      }),
      meaning: isVerboseLogLevel(level)
        ? l10n.t`At log level ${level}, the node journals fill quickly.`
        : l10n.t`At log level ${level}, CRI-O writes fewer messages to the node journals than at the default level.`,
      todo: l10n.t`After you collect the logs, reset the level: \`${quietCommand(kataConfig)}\`. The nodes reboot again.`,
      docs: enablingDebugLogs,
    }),
  ];
}
