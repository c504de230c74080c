/**
 * Shows the permissions of the user by task, with the roles that grant the missing ones. Reads only, so it works with
 * osc.readOnly.
 */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import type { DetailSource } from '#client/details/detailPanels.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';
import { missingRoles, permissionsPage } from '../permissions/permissionsPage.ts';
import { readPermissions, type ReadPermissions } from '../permissions/readPermissions.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

const title = () => l10n.t`Show My Permissions`;

export const showPermissions: OperationCommand = {
  id: 'osc.cluster.showPermissions',
  title: 'Show My Permissions',
  icon: 'lock',
  palette: 'osc.clusterOpen',
  menus: [{ menu: 'osc.kata', group: '3@2' }],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const { context } = cluster;
    const first = await showProgress(l10n.t`Checking ${context}...`, () => readPermissions(cluster, tools.clock));
    tools.details.open({
      key: JSON.stringify(['permissions', context]),
      title: formatDocumentTitle(l10n.t`Permissions`, context),
      context,
      source: (changed) => new PermissionSource(tools, cluster, first, changed),
      renew(source) {
        if (source instanceof PermissionSource) source.take(first);
      },
    });
  },
};

/** Provides the page. It also shows the result of reviews that other commands cause. */
class PermissionSource implements DetailSource {
  readonly #tools: OperationContext;
  readonly #cluster: OpenCluster;
  readonly #changed: () => void;
  #last: ReadPermissions;
  #isChecking = false;

  constructor(tools: OperationContext, cluster: OpenCluster, first: ReadPermissions, changed: () => void) {
    this.#tools = tools;
    this.#cluster = cluster;
    this.#last = first;
    this.#changed = changed;
  }

  take(read: ReadPermissions): void {
    this.#last = read;
    this.#changed();
  }

  page(): ReturnType<DetailSource['page']> {
    const { context, server, user } = this.#cluster;
    return permissionsPage({
      context,
      server,
      user,
      ...this.#last,
      now: this.#tools.clock.now(),
      isChecking: this.#isChecking,
    });
  }

  run(name: 'checkAgain' | 'export'): void {
    const work = name === 'checkAgain' ? this.#checkAgain() : this.#openRoles();
    work.catch((error: unknown) => this.#tools.notify.error(title(), error));
  }

  async #checkAgain(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#changed();
    const read = await readPermissions(this.#cluster, this.#tools.clock);
    this.#isChecking = false;
    this.take(read);
  }

  async #openRoles(): Promise<void> {
    const document = await workspace.openTextDocument({ language: 'yaml', content: missingRoles(this.#last) });
    await window.showTextDocument(document, { preview: false });
  }
}
