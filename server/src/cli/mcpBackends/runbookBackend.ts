/** Implements osc_write_runbook with the code of `osc-tools runbook`. Contacts no cluster. */
import { findRunbookOperation, runbookOperations, type RunbookOperation } from '#core/assistants/tools/writeRunbook.ts';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { objectNameProblem } from '#core/kinds/objectName.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { RunbookInput } from '#server/mcp/toolBackends.ts';
import type { ChooseSetting } from '../settingRunbook.ts';
import { channelProblem } from '../runbookChannel.ts';
import { findExtensionRelease, isServerAddress, subscriptionOptions } from '../runbookOptions.ts';

/** The last script. All parts must come from the same script, because a script can contain the time. */
let last: { readonly key: string; readonly script: string } | undefined;

/** Writes a runbook. The error describes why the input is invalid. */
export async function writeRunbook(input: RunbookInput): Promise<Result<string, string>> {
  const { part = '1', ...rest } = input;
  const key = JSON.stringify(rest);
  if (part !== '1' && last?.key === key) return succeed(last.script);
  const script = await createScript(input);
  last = script.ok ? { key, script: script.value } : undefined;
  return script;
}

async function createScript(input: RunbookInput): Promise<Result<string, string>> {
  const operation = findRunbookOperation(input.operation);
  if (operation === undefined) return fail(`Specify the operation: ${Object.keys(runbookOperations).join(', ')}.`);
  const problem = findProblem(operation, input);
  if (problem !== undefined) return fail(problem);
  return operation === 'install' || operation === 'update' || operation === 'uninstall'
    ? writeLifecycle(operation, input)
    : writeSetting(operation, input);
}

/** Kinds of the objects in fields with names. */
const namedKinds = [
  ['kataConfig', 'KataConfig'],
  ['startingCsv', 'ClusterServiceVersion'],
  ['source', 'CatalogSource'],
  ['sourceNamespace', 'Namespace'],
  ['namespace', 'Namespace'],
  ['secret', 'Secret'],
] as const;

function findProblem(operation: RunbookOperation, input: RunbookInput): string | undefined {
  const allowed: readonly string[] = ['operation', 'part', 'server', ...runbookOperations[operation]];
  const unused = Object.keys(input).find((field) => !allowed.includes(field));
  if (unused !== undefined)
    return `The operation ${operation} does not use ${unused}. It uses: ${runbookOperations[operation].join(', ')}.`;
  if (input.server !== undefined && !isServerAddress(input.server))
    return 'server must be an address without credentials, such as https://api.example.com:6443.';
  const olmError = operation === 'install' ? findOlmProblem(input) : undefined;
  if (olmError !== undefined) return olmError;
  for (const [field, kind] of namedKinds) {
    const name = input[field];
    const problem = name === undefined ? undefined : objectNameProblem(name, kind);
    if (problem !== undefined) return `The API server rejects this ${kind} name, because ${problem}.`;
  }
  const node = input.nodes?.find((name) => objectNameProblem(name, 'Node') !== undefined);
  return node === undefined ? undefined : 'nodes contains a name that the API server rejects.';
}

function olmOf({ olm }: RunbookInput): 'v0' | 'v1' {
  return olm === 'v1' ? 'v1' : 'v0';
}

/** Returns why the fields of an installation can't be used with the version of OLM. */
function findOlmProblem(input: RunbookInput): string | undefined {
  const { release, channel } = input;
  const olm = olmOf(input);
  if (olm === 'v0' && release !== undefined) return 'release requires olm v1.';
  const unused = olm === 'v1' ? subscriptionOptions.find((field) => input[field] !== undefined) : undefined;
  if (unused !== undefined) return `${unused} requires olm v0.`;
  const found = release === undefined ? undefined : findExtensionRelease(release);
  if (found?.ok === false) return found.error;
  const problem = channel === undefined ? undefined : channelProblem({ channel, olm });
  return problem === undefined ? undefined : `Invalid channel. ${problem}`;
}

async function writeLifecycle(
  operation: 'install' | 'update' | 'uninstall',
  input: RunbookInput,
): Promise<Result<string, string>> {
  const { writeInstall, writeUninstall, writeUpdate } = await import('../runbookWriter.ts');
  const target = omitUndefined({ server: input.server });
  if (operation === 'uninstall')
    return succeed(
      writeUninstall({ ...target, namespace: input.deleteNamespace === 'yes', crd: input.deleteCrd === 'yes' }),
    );
  const options = {
    ...target,
    ...omitUndefined({ name: input.kataConfig }),
    logLevel: input.logLevel ?? 'info',
    peerPods: input.peerPods === 'yes',
    checkNodeEligibility: input.checkNodeEligibility === 'yes',
  };
  if (operation === 'update') return succeed(writeUpdate(options));
  const { startingCsv, sourceNamespace } = input;
  const { channel, source } = documentedSubscription;
  return succeed(
    writeInstall({
      ...options,
      ...omitUndefined({ startingCsv, sourceNamespace, release: findRelease(input.release ?? '') }),
      olm: olmOf(input),
      channel: input.channel ?? channel,
      source: input.source ?? source,
      approval: input.approval === 'Manual' ? 'Manual' : 'Automatic',
      format: 'bash',
    }),
  );
}

type SettingOperation = Exclude<RunbookOperation, 'install' | 'update' | 'uninstall'>;

async function writeSetting(operation: SettingOperation, input: RunbookInput): Promise<Result<string, string>> {
  const chosen = await chooseSetting(operation, input);
  if (!chosen.ok) return chosen;
  const { createRunbookOfSetting, renderScript } = await import('../settingRunbook.ts');
  const created = await createRunbookOfSetting(omitUndefined({ server: input.server }), chosen.value);
  return created.problem === undefined
    ? succeed(renderScript(created.runbook))
    : fail(`Invalid input: ${created.problem.replace(/\.$/, '')}.`);
}

async function chooseSetting(operation: SettingOperation, input: RunbookInput): Promise<Result<ChooseSetting, string>> {
  const choices = await import('../settingChoices.ts');
  const release = findRelease(input.release ?? '') ?? newestRelease;
  const { label, nodes, provider, namespace, instanceType } = input;
  switch (operation) {
    case 'log-level':
      return input.logLevel === undefined ? fail('Specify logLevel.') : succeed(choices.chooseLogLevel(input.logLevel));
    case 'nodes':
      return nodes !== undefined && label === undefined
        ? fail('Specify label: the label to add to the nodes.')
        : succeed(choices.chooseNodes(omitUndefined({ label, nodes })));
    case 'eligibility': {
      const { eligibility } = input;
      if (eligibility === undefined || (eligibility === 'label') !== (nodes !== undefined))
        return fail('Specify eligibility: nfd, label, or check. Specify nodes only with label.');
      const how = { nfd: eligibility === 'nfd', check: eligibility === 'check', nodes: nodes ?? [] };
      return succeed(choices.chooseEligibility(how));
    }
    case 'feature-gates':
      return input.featureGates === undefined
        ? fail('Specify featureGates.')
        : succeed(choices.chooseFeatureGates(input.featureGates, release));
    case 'peer-pods': {
      if (provider === undefined) return fail('Specify provider.');
      const credentials = input.credentials === 'yes';
      const peerPods = { provider, set: input.settings ?? [], credentials, release, now: Date.now() };
      return succeed(choices.choosePeerPods(peerPods));
    }
    case 'peer-pods-limit':
      return /^[1-9]\d{0,5}$/.test(input.limit ?? '')
        ? succeed(choices.choosePeerPodsLimit(Number(input.limit)))
        : fail('Specify limit as a whole number of 1 or more.');
    case 'instance-types': {
      if (provider === undefined || instanceType === undefined) return fail('Specify provider and instanceType.');
      const types = (input.instanceTypes ?? []).join(',');
      return succeed(choices.chooseInstanceTypes({ provider, defaultType: instanceType, types, release }));
    }
    default: {
      if (namespace === undefined) return fail('Specify namespace.');
      const name = input.secret ?? 'pull-secret';
      const isOfCluster = input.from !== 'file';
      return succeed(choices.choosePullSecret({ namespace, name, isOfCluster, isLinked: input.link !== 'no' }));
    }
  }
}
