/**
 * Compares the menu entries of each row with a reviewed table, for users with different permissions. The sessions of
 * the users read a simulated cluster over HTTPS. `OSC_UPDATE_REPORTS=1` rewrites the table. Review it: no entry may
 * fail because of a missing permission, and no entry may be absent that can succeed.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { getConnectionState } from '#core/cluster/connectionState.ts';
import { clusterActions } from '#core/operations/permissions/permittedActions.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { permissionWord } from '#client/clusters/state/permissionWord.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { untilSession } from '../clusters/clusterSessions.ts';

const table = path.resolve(import.meta.dirname, '../../../golden/tables/permittedMenus.txt');
const users = ['developer', 'viewer', 'operator', 'kube-admin'] as const;
type User = (typeof users)[number];

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}
const menus: Readonly<Record<string, readonly MenuEntry[]>> = manifest.contributes.menus;

/** Returns whether a `when` clause is true for a row of the Clusters view. */
function isTrue(when: string | undefined, contextValue: string, isReadOnly: boolean): boolean {
  if (when === undefined) return true;
  if (when.startsWith('('))
    return when
      .slice(1, -1)
      .split(' || ')
      .some((term) => isTrue(term, contextValue, isReadOnly));
  return when.split(' && ').every((term) => {
    if (term.startsWith('view ')) return term === 'view =~ /^osc\\.clusters/';
    const pattern = /^viewItem =~ \/(.+)\/$/.exec(term)?.[1];
    if (pattern !== undefined) return new RegExp(pattern).test(contextValue);
    if (term === '!config.osc.readOnly') return !isReadOnly;
    if (term === 'isWorkspaceTrusted') return true;
    return assert.fail(`unknown term ${term}`);
  });
}

/** Returns the commands in the menus of a row, including its submenus, and its command on a click. */
function entriesOf({ view }: TreeNode, isReadOnly: boolean): readonly string[] {
  const { contextValue = '', command } = view;
  const inMenu = (menu: string): readonly string[] =>
    (menus[menu] ?? [])
      .filter(({ when }) => isTrue(when, contextValue, isReadOnly))
      .flatMap((entry) => entry.command ?? (entry.submenu === undefined ? [] : inMenu(entry.submenu)));
  const entries = new Set(inMenu('view/item/context'));
  return [...(command === undefined ? [] : [`click: ${command.id}`]), ...[...entries].toSorted()];
}

describe('menus of the Clusters view', () => {
  const home = folder();
  const sessions = new Map<User, ClusterSession>();
  let simulation: Simulation | undefined;

  before(async () => {
    const scenario = scenarioNamed('no-permission');
    assert.ok(scenario !== undefined);
    simulation = await simulate({ scenario, speed: 0.001 });
    const file = home.write('kubeconfig', simulation.kubeconfig);
    for (const user of users) sessions.set(user, await sessionOf(file, user));
  });
  after(async () => {
    for (const session of sessions.values()) session.close();
    await simulation?.close();
    home.remove();
  });

  async function sessionOf(file: string, user: User): Promise<ClusterSession> {
    const context = await contextIn(file, user);
    const session = new ClusterSession({
      info: {
        name: user,
        server: context.server,
        user,
        current: false,
        ...(context.namespace === undefined ? {} : { namespace: context.namespace }),
      },
      connection: connect(context, deps()),
      clock: realClock,
      chance: () => 0,
      log: (message) => assert.fail(message),
      changed: () => undefined,
    });
    await untilSession(session, () => isSettled(session));
    return session;
  }

  function isSettled(session: ClusterSession): boolean {
    const { kind } = getConnectionState(session.snapshot);
    return (kind === 'live' || kind === 'forbidden') && session.permissions !== undefined;
  }

  function rowsOf(user: User): TreeNode {
    const session = sessions.get(user);
    assert.ok(session !== undefined);
    return clusterNode({ ...session.seen(0), console: false }, session.info, false);
  }

  function linesOf(node: TreeNode, isReadOnly: boolean, depth = 0): readonly string[] {
    const entries = entriesOf(node, isReadOnly);
    const name = depth === 0 ? 'Cluster' : node.view.label;
    return [
      ...(entries.length === 0 ? [] : [`${'  '.repeat(depth + 1)}${name}: ${entries.join(' ')}`]),
      ...(node.children?.() ?? []).flatMap((child) => linesOf(child, isReadOnly, depth + 1)),
    ];
  }

  test('contain the reviewed commands for each user', () => {
    const text = users
      .flatMap((user) => [false, true].map((isReadOnly) => ({ user, isReadOnly })))
      .map(({ user, isReadOnly }) =>
        [`${user}${isReadOnly ? ' with osc.readOnly' : ''}`, ...linesOf(rowsOf(user), isReadOnly), ''].join('\n'),
      )
      .join('\n');
    if (process.env['OSC_UPDATE_REPORTS'] === '1') writeFileSync(table, text);
    assert.equal(text, readFileSync(table, 'utf8'));
  });

  test('name what a user has no permission for', () => {
    const rowOf = (user: User) =>
      (rowsOf(user).children?.() ?? []).find(({ view }) => view.id.endsWith('/notPermitted'))?.view;
    assert.equal(
      rowOf('developer')?.label,
      'Not permitted: install, configure, update, uninstall, metrics, must-gather',
    );
    assert.equal(rowOf('viewer')?.label, 'Not permitted: install, configure, update, uninstall, must-gather');
    assert.equal(rowOf('operator')?.label, 'Not permitted: must-gather');
    assert.equal(rowOf('operator')?.description, '(create pods and 3 more)');
    assert.equal(rowOf('kube-admin'), undefined);
  });

  test('change when the permissions change and the user refreshes', async () => {
    const session = sessions.get('viewer');
    assert.ok(session !== undefined && simulation !== undefined);
    const words = (): readonly string[] => (rowsOf('viewer').view.contextValue ?? '').split(' ');
    assert.ok(!words().includes('osc-mayUninstall'));
    simulation.setPermissions('viewer', 'operate');
    session.retryNow();
    await untilSession(session, () => words().includes('osc-mayUninstall'));
    assert.ok(!words().includes('osc-mayCollectMustGather'));
    simulation.setPermissions('viewer', 'all');
    session.retryNow();
    await untilSession(session, () => words().includes('osc-mayCollectMustGather'));
    simulation.setPermissions('viewer', 'view');
    session.retryNow();
    await untilSession(session, () => !words().includes('osc-mayUninstall'));
  });

  test('contain a command for which a role names the object', async () => {
    const session = sessions.get('viewer');
    assert.ok(session !== undefined && simulation !== undefined);
    const words = (): readonly string[] => (rowsOf('viewer').view.contextValue ?? '').split(' ');
    assert.ok(!words().includes('osc-maySetLogLevel'));
    const { resources, store } = simulation;
    const group = 'rbac.authorization.k8s.io';
    const names = [...session.snapshot.kataConfigs.items.values()].map(({ name }) => name);
    const rules = [
      {
        apiGroups: ['kataconfiguration.openshift.io'],
        resources: ['kataconfigs'],
        resourceNames: names,
        verbs: ['patch'],
      },
    ];
    const metadata = { name: 'kata-editor' };
    const version = { apiVersion: `${group}/v1` };
    store.create(resources.need(group, 'clusterroles'), { ...version, kind: 'ClusterRole', metadata, rules });
    store.create(resources.need(group, 'clusterrolebindings'), {
      ...version,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: metadata.name },
      subjects: [{ apiGroup: group, kind: 'User', name: 'viewer' }],
    });
    session.retryNow();
    await untilSession(session, () => words().includes('osc-maySetLogLevel'));
    assert.equal(session.permissions?.states.get('patch kataconfigs'), 'missing');
    assert.ok(!words().includes('osc-maySetFeatureGates'));
  });

  test('use the words of existing commands only', () => {
    const text = JSON.stringify(manifest.contributes.menus);
    for (const [, word] of text.matchAll(/\b(osc-may\w+)/g))
      assert.ok(
        clusterActions.some((action) => permissionWord(action) === word),
        word,
      );
  });
});
