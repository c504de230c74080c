/**
 * Creates a pull secret for pod VM images in a namespace and links it to a service account. The value of the secret is
 * read and sent, but not stored.
 */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import { isJsonObject, getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { pullSecretKey } from '#core/operations/changes/pullSecret.ts';
import { pullSecretProcedure, createPullSecretReference } from '#core/operations/procedures/pullSecret.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { dockerConfigProblem } from '../peerPods/dockerConfig.ts';
import { pullSecretQuestion } from '../peerPods/pullSecretQuestions.ts';
import { readClusterObject } from '#client/kubernetes/read/readObjects.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Create a pull secret`;
/** Pull secret of the cluster. The procedure in the OSC documentation copies it. */
const ofCluster = createPullSecretReference({ namespace: 'openshift-config', name: 'pull-secret' });
/** Maximum size of a credentials file in bytes. A Secret can contain up to 1 MiB. */
const longest = 500_000;

export const createPullSecret: OperationCommand = {
  id: 'osc.peerpods.createPullSecret',
  title: 'Create Pull Secret...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [{ menu: 'osc.peerPods', group: '2@3', when: '!config.osc.readOnly' }],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster } = chosen;
    if (!(await tools.askToReplace(cluster, pullSecretProcedure))) return;
    const { namespaces = [] } = cluster;
    const answers = await askNamed(title(), (given) => pullSecretQuestion(given, namespaces));
    if (answers === undefined) return;
    const answer = (name: string): string => (answers.get(name) ?? '').trim();
    const [namespace, name] = [answer('listed') || answer('namespace'), answer('name')];
    const isOfCluster = answer('source') === 'cluster';
    const source = isOfCluster ? await valueOfCluster(cluster) : await valueOfFile();
    if (source === undefined) return;
    const target = createPullSecretReference({ namespace, name });
    const before = await readClusterObject(cluster.connection, target, new AbortController().signal);
    if (!before.ok && before.error.kind !== 'notFound')
      throw new Error(l10n.t("Can't read {0}: {1}", `Secret ${namespace}/${name}`, sanitizeLine(before.error.message)));
    await tools.perform(cluster, pullSecretProcedure, {
      namespace,
      name,
      ...source,
      isOfCluster,
      ...(before.ok && isJsonObject(before.value) ? { before: before.value } : {}),
      ...(answer('link') === 'yes' ? { serviceAccount: 'default' } : {}),
    });
  },
};

async function valueOfCluster({ connection }: OpenCluster): Promise<{ readonly from: string; readonly value: string }> {
  const answer = await connection.ask(getObjectPath(ofCluster));
  if (!answer.ok)
    throw new Error(
      l10n.t`Can't read the cluster pull secret: ${sanitizeLine(answer.error.message)} Use your own file, or request permission to get secrets in openshift-config.`,
    );
  const value = getString(answer.value, 'data', pullSecretKey);
  if (value === undefined || dockerConfigProblem(Buffer.from(value, 'base64').toString('utf8')) !== undefined)
    throw new Error(
      l10n.t`Secret pull-secret in openshift-config doesn't contain valid registry credentials. Use your own file.`,
    );
  return { from: l10n.t`the cluster pull secret`, value };
}

async function valueOfFile(): Promise<{ readonly from: string; readonly value: string } | undefined> {
  const [file] =
    (await window.showOpenDialog({
      title: title(),
      openLabel: l10n.t`Select`,
      canSelectMany: false,
      filters: { JSON: ['json'], [l10n.t`All files`]: ['*'] },
    })) ?? [];
  if (file === undefined) return undefined;
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const { size } = await workspace.fs.stat(file);
  if (size > longest) throw new Error(l10n.t`${name} is too large.`);
  const bytes = Buffer.from(await workspace.fs.readFile(file));
  const problem = dockerConfigProblem(bytes.toString('utf8'));
  if (problem !== undefined) throw new Error(`${name}: ${problem}`);
  return { from: l10n.t`the registry credentials in ${name}`, value: bytes.toString('base64') };
}
