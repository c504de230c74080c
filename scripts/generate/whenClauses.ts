/** Describes the `when` clauses and menus of commands. A new key, row, or menu needs an entry here. */
import { permissionWord } from '#client/clusters/state/permissionWord.ts';
import { clusterActions } from '#core/operations/permissions/permittedActions.ts';
import type { MenuLocation } from '#client/commands/commandContribution.ts';

/** Descriptions of the terms of a `when` clause, by term. Empty for terms that aren't worth mentioning. */
const conditions: Readonly<Record<string, string>> = {
  'osc.clusterOpen': 'a cluster is open',
  '!config.osc.readOnly': '`osc.readOnly` is off',
  'config.osc.prometheus.url': '`osc.prometheus.url` is set',
  'config.osc.edge.endpoint': '`osc.edge.endpoint` is set',
  'editorLangId == yaml': 'the active file is YAML',
  'editorLangId == json': 'the active file is JSON',
  'editorLangId == toml': 'the active file is TOML',
  'workspaceFolderCount != 0': 'a folder is open',
  isWorkspaceTrusted: 'the workspace is trusted',
  'osc.loginRequired': 'a cluster requires a login',
  'osc.demoRuns': 'a demo cluster is running',
  'osc.logLevelChanged': "the log level of an open cluster isn't the default",
  'osc.peerPods': 'an open cluster uses peer pods',
  'osc.peerPodsPossible': 'an open cluster uses peer pods or can use them',
  'osc.workloads': "an open cluster has workloads or hasn't been searched for them yet",
  'osc.preview': 'the active file is the preview of an operation',
  'osc.procedureRuns': 'an operation is running',
  'osc.contexts == some': 'the kubeconfig contains a context',
  'osc.operationPaused': 'an operation is paused',
  'osc.mustGatherOpen': 'a must-gather is open',
  'osc.edgeOpen': 'edge clusters are open',
  'osc.folderCompared': 'a folder was compared with a cluster',
  'osc.agentPolicy': 'the active file contains an agent policy',
  'resourceLangId =~ /^(rego|toml)$/': 'is a Rego or TOML file',
  'viewItem =~ /\\bosc-installable\\b/': "Kata isn't installed",
  ...Object.fromEntries(
    clusterActions.map((action) => [
      `viewItem =~ /\\b${permissionWord(action)}\\b/`,
      'you have the permissions for the command',
    ]),
  ),
  'viewItem =~ /\\bosc-peerPods\\b/': 'the cluster uses peer pods',
  'viewItem =~ /\\bosc-peerPodsPossible\\b/': 'the cluster uses peer pods or can use them',
  explorerResourceIsFolder: 'a folder is selected',
  '(explorerResourceIsFolder || resourceExtname =~ /^\\.(?:tar|tgz|gz|zip)$/)': 'a folder or an archive is selected',
  'resourceFilename =~ /(?:\\.log|_logs(?:_\\w+)?)(?:\\.gz)?$/': 'a log file is selected',
  '!explorerResourceIsFolder': '',
  'resourceScheme =~ /^(?:file|vscode-remote)$/': '',
  '!isInDiffEditor': '',
  editorTextFocus: '',
};

/** Rows of the views by the word of their `contextValue` after `osc-`. */
const rows: Readonly<Record<string, string>> = {
  open: 'an open cluster',
  closed: 'a closed cluster',
  loggedOut: 'a cluster that requires a login',
  savedToken: 'a cluster whose token VS Code stores',
  named: 'a cluster or an object',
  '(?:explained|open)': 'a cluster or any row below it with an explanation',
  object: 'an object',
  events: 'an object with events',
  console: 'an object that the web console shows',
  node: 'a node',
  '(?:node|gatheredNode)': 'a node',
  install: 'a missing component',
  updatePlan: 'an install plan that is waiting for approval',
  logLevel: 'the log level',
  runningPool: "a machine config pool that isn't paused",
  pausedPool: 'a paused machine config pool',
  pod: 'a pod',
  restartable: 'a workload that can be restarted, or one of its pods',
  scalable: 'a workload with a number of replicas, or one of its pods',
  schedulable: "a node that isn't cordoned",
  cordoned: 'a cordoned node',
  workloads: 'the group of Kata pods',
  comparedObject: 'an object that differs',
  '(?:open|workloads|gathered)': 'an open cluster, the group of Kata pods, or a must-gather',
  '(?:pod|pods|node)': 'a pod, a workload, a namespace with pods, or a node',
  peerPodsSecretMissing: 'peer pods whose Secret is missing',
  imageJob: 'a failed pod VM image build',
  blocked: 'an operation that is waiting for you',
  run: 'a running operation',
  paused: 'a paused operation',
  completed: 'a completed operation',
  gathered: 'a must-gather',
  'gathered(?:Closed)?': 'a must-gather',
  gatheredMissing: 'a must-gather whose files are missing',
  edgeSource: 'a source of edge clusters',
  edgeExplained: 'an edge hosting resource',
};

const menus: Readonly<Record<MenuLocation['menu'], string>> = {
  'editor/title': 'editor title',
  'editor/context': 'editor menu',
  'explorer/context': 'Explorer menu',
  'view/title': 'title of the view',
  'view/item/context': 'row',
  'osc.kata': 'submenu _Kata_ of an open cluster',
  'osc.peerPods': 'submenu _Peer Pods_ of an open cluster',
};

const views: Readonly<Record<string, string>> = {
  'view =~ /^osc\\.clusters/': 'Clusters view',
  'view == osc.edgeHosting': 'Edge Hosting view',
  'view == osc.folderComparison': 'Folder Comparison view',
};

/**
 * Returns a `when` clause in words.
 * @throws Error if a term is unknown
 */
export function describeCondition(when: string): string {
  return joinConditions(termsOf(when));
}

/**
 * Returns a position in a menu in words, such as "row of an open cluster".
 * @throws Error if the menu or a term of the condition is unknown
 */
export function describeMenu({ menu, when }: MenuLocation): string {
  const terms = when === undefined ? [] : termsOf(when);
  const view = terms.map((term) => views[term]).find((name) => name !== undefined);
  const row = menu === 'view/item/context' ? terms.find((term) => term.startsWith('viewItem ')) : undefined;
  const condition = joinConditions(terms.filter((term) => views[term] === undefined && term !== row));
  const place =
    row === undefined
      ? menus[menu].replace('the view', `the ${view ?? ''}`)
      : `row of ${find(rows, /^viewItem =~ \/\\bosc-(.+)\\b\/$/.exec(row)?.[1] ?? row)}`;
  return condition === '' ? place : `${place}, if ${condition}`;
}

const termsOf = (when: string) => when.split(' && ');

function joinConditions(terms: readonly string[]): string {
  const words = terms.map((term) => {
    if (Object.hasOwn(conditions, term)) return find(conditions, term);
    const choices = term.replaceAll(/^\(|\)$/g, '').split(' || ');
    const joined = anyOf.format(choices.map((choice) => find(conditions, choice)));
    return terms.length === 1 ? joined : `either ${joined}`;
  });
  return allOf.format(words.filter((text) => text !== ''));
}

const allOf = new Intl.ListFormat('en', { type: 'conjunction' });
const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

function find(words: Readonly<Record<string, string>>, key: string): string {
  const found = words[key];
  if (found === undefined) throw new Error(`scripts/generate/whenClauses.ts has no description of ${key}`);
  return found;
}
