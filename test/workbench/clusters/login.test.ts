/**
 * Tests logging in to a cluster with a token, and logging out, in VS Code. OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { readExposedTexts, writtenFiles } from '#test/support/workbench/exposedTexts.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const administrator = { name: 'kube:admin', groups: ['system:masters', 'system:authenticated'] };
const enter = 'Enter Token or oc login Command';

describe('a login without oc', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size: { width: 1280, height: 620 } });

  test('accepts only a valid token for the server, stores it, and deletes it at logout', () =>
    shared.play('login', async (workbench) => {
      const { dialogs, notifications, quickInput, tree } = workbench;
      await tree.open();
      const simulation = await clusters.start('two-workers-installed');
      const kubeconfig = readFileSync(session().kubeconfig, 'utf8');
      await tree.openCluster('kube-admin');
      simulation.tokens.expire(administrator.name);
      simulation.cutConnections();
      await takeBoth(workbench, 'clusters/login-choices', {
        clip: { x: 0, y: 0, width: 950, height: 300 },
        // A change of the theme can close the choices.
        prepare: async () => {
          await tree.click('Log In...');
          await quickInput.offers(enter);
        },
      });
      await quickInput.choose(enter);
      await quickInput.hidesText();
      await quickInput.typeAndAccept(`oc login --token=sha256~rejected --server=${simulation.url}`);
      await notifications.dismiss('kube-admin rejected the token');
      await tree.click('Log In...');
      await quickInput.choose(enter);
      await quickInput.typeAndAccept('oc login --token=sha256~other --server=https://api.other.example.com:6443');
      await notifications.dismiss("The token wasn't sent");
      const sent = simulation.audit.entries.length;
      await tree.click('Log In...');
      await quickInput.choose(enter);
      await quickInput.typeAndAccept('oc login api.other.example.com:6443 --token=sha256~other-token');
      await notifications.dismiss("The token wasn't sent");
      assert.equal(simulation.audit.entries.length, sent, 'no server received the token of another cluster');
      const token = simulation.logIn(administrator);
      await tree.click('Log In...');
      await quickInput.choose(enter);
      await quickInput.typeAndAccept(`oc login --token=${token} --server=${simulation.url}`);
      await quickInput.choose('Secret Storage of VS Code');
      await notifications.dismiss('Logged in to kube-admin as kube:admin');
      await tree.lacksRow('Log In...');
      const exposed = [
        await readExposedTexts(workbench),
        ...workbench.console,
        session().host.log(),
        await writtenFiles(session().home, 'api.other.example.com'),
      ].join('\n');
      for (const secret of [token, 'sha256~rejected', 'sha256~other-token'])
        assert.ok(!exposed.includes(secret), 'a token is neither shown, logged, nor written to a file');
      assert.equal(readFileSync(session().kubeconfig, 'utf8'), kubeconfig);
      await tree.choose('kube-admin', 'Log Out');
      await dialogs.press('Log Out');
      await tree.showsRow('kube-admin', 'Not open');
    }));
});
