/** Tests that initdata is attached to a pod from a manifest and from an initdata document, and that undo reverts it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { packInitdata, unpackInitdata } from '#server/engine/encoding/pack.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const sample = readFileSync(path.join(repositoryRoot, 'samples/osc-1.12-aws/initdata.toml'), 'utf8');
const existing = `algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"policy.rego" = "package agent_policy"\n"ca.pem" = "x"\n`;
const podOf = (name: string, annotations: string): string =>
  `# The shop\napiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name} # unchanged\n${annotations}spec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: web\n      image: registry.example.com/web\n`;
const key = 'io.katacontainers.config.hypervisor.cc_init_data';
const shop = podOf('shop', `  annotations:\n    ${key}: ${packInitdata(existing)}\n`);
const billing = podOf('billing', '');

/** Returns the initdata of a saved pod. */
function initdataOf(text: string): string {
  return unpackInitdata(/cc_init_data: "?([\w+/=]+)/.exec(text)?.[1] ?? '').text ?? '';
}

describe('initdata', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, {
    files: { 'initdata.toml': sample, 'shop.yaml': shop, 'billing.yaml': billing },
    open: 'shop.yaml',
  });

  test('is merged with that of the pod at the cursor after a question, and undo restores the pod', () =>
    shared.play('initdata attach', async (workbench, folder) => {
      const { dialogs, editor, notifications, quickInput } = workbench;
      await workbench.isChecked();
      await editor.cursorAt(5, 3);
      await workbench.run('Attach Initdata to Pod...');
      await quickInput.choose('initdata.toml');
      await dialogs.shows('Replace the existing initdata of the pod?');
      await takeBoth(workbench, 'policy-attach-initdata');
      await dialogs.press('Replace Initdata', 'Different contents: policy.rego.');
      await notifications.dismiss('The initdata is attached. Kept from the existing initdata: ca.pem.');
      await editor.save();
      const attached = readFileSync(path.join(folder, 'shop.yaml'), 'utf8');
      assert.match(initdataOf(attached), /"ca\.pem" = '''\nx'''/);
      assert.match(initdataOf(attached), /^"cdh\.toml" = /m);
      const rest = (text: string): string => text.replace(/(cc_init_data: ).*/, '$1');
      assert.equal(rest(attached), rest(shop));
      await editor.focus();
      await editor.press('Control+z');
      await editor.save();
      assert.equal(readFileSync(path.join(folder, 'shop.yaml'), 'utf8'), shop);
    }));

  test('is attached from the initdata document to the pod of a manifest that the user selects', () =>
    shared.play('initdata attach from document', async (workbench, folder) => {
      const { editor, notifications, quickInput } = workbench;
      await workbench.closeEditors();
      await workbench.openFile('initdata.toml');
      await workbench.isChecked();
      await workbench.run('Attach Initdata to Pod...');
      await quickInput.choose('billing.yaml');
      await notifications.dismiss('The initdata is attached.');
      await editor.containsLine(key);
      await editor.save();
      assert.equal(initdataOf(readFileSync(path.join(folder, 'billing.yaml'), 'utf8')), sample);
    }));
});
