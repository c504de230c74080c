/** Tests the configuration of peer pods. Scripts replace the commands `aws` and `az`. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, describe, test } from 'node:test';
import { scenarioNamed } from '#simulator/main.ts';
import { installOperator } from '#simulator/scenarios/engine/commonSteps.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { Operation } from '#test/support/workbench/operation.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const binaries = (kube: string): string => path.join(kube, 'bin');

/**
 * Returns a script that replaces `aws`. It succeeds if the file `login` exists, which simulates a login. Before that,
 * it fails in two ways.
 */
const aws = (kube: string): string => `#!/bin/sh
if [ ! -e '${kube}/login' ]; then
  if [ -e '${kube}/tried' ]; then
    echo 'The security token is expired.' >&2
    exit 254
  fi
  touch '${kube}/tried'
  echo 'Unable to locate credentials.' >&2
  echo 'password=canary-of-the-cloud' >&2
  echo 'You can configure credentials by running "aws configure".' >&2
  exit 255
fi
case "$*" in
  *SubnetId*) echo subnet-0a1b2c3d4e5f60718 ;;
  *VpcId*) echo vpc-0123456789abcdef0 ;;
  *) echo '[[["sg-0aaaabbbbccccdddd"]]]' ;;
esac
`;

/** Returns a script that replaces `az`. The resource group has two virtual networks. */
const az = (): string => `#!/bin/sh
case "$*" in
  *'vnet subnet list'*'--vnet-name demo-vnet '*) echo ${subnet} ;;
  *'vnet subnet list'*) echo 'This network has no worker subnet.' >&2; exit 3 ;;
  *'vnet list'*) printf 'hub-vnet\\ndemo-vnet\\n' ;;
  *'nsg list'*) echo /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Microsoft.Network/networkSecurityGroups/demo-nsg ;;
  *) echo eastus ;;
esac
`;

const subnet =
  '/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Microsoft.Network/virtualNetworks/demo-vnet/subnets/worker';

describe('peer pods', { timeout: 300_000 }, () => {
  // With VSCODE_CLI, VS Code doesn't replace PATH with the value from a login shell.
  const session = useSession(import.meta.filename, {
    env: (kube) => ({ VSCODE_CLI: '1', PATH: `${binaries(kube)}:${process.env['PATH'] ?? ''}` }),
  });
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size: { width: 1280, height: 800 } });

  const start = async (name: string) => {
    const scenario = scenarioNamed(name) ?? assert.fail();
    await clusters.start({ ...scenario, prelude: [...installOperator] }, { speed: 600 });
  };

  before(async () => {
    const { kube } = session();
    mkdirSync(binaries(kube), { recursive: true });
    writeFileSync(path.join(binaries(kube), 'aws'), aws(kube), { mode: 0o755 });
    writeFileSync(path.join(binaries(kube), 'az'), az(), { mode: 0o755 });
    await start('aws');
  });

  test('a failed cloud command shows its exit code and error output, and offers alternatives', () =>
    shared.play('cloud command', async (workbench) => {
      const { dialogs, notifications, quickInput, terminal, tree } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      await workbench.run('Configure Peer Pods');
      await quickInput.shows('(1/8)');
      await quickInput.choose('aws');
      await quickInput.shows('(2/8)');
      await quickInput.choose('Run Commands Here...');
      await dialogs.press('Run', 'Run these commands on this computer? Number of commands: 3');
      const failure = await dialogs.press('Retry', 'aws exited with code 255.');
      assert.match(
        failure.detail,
        /aws ec2 describe-instances .*SubnetId.*Unable to locate credentials\..*You can configure credentials by running "aws configure"\./s,
      );
      assert.doesNotMatch(failure.detail, /canary/);
      await dialogs.press('Insert Command in Terminal', 'aws exited with code 254.', 'The security token is expired.');
      await quickInput.offers(/Run Commands Here.*Failed: aws exited with code 254\./s);
      await terminal.shows('aws ec2 describe-instances');
      writeFileSync(path.join(session().kube, 'login'), '');
      await quickInput.choose('Run Commands Here...');
      await quickInput.asks('Select how to provide the cloud provider credentials');
      await quickInput.close();
      // The command is still on the command line.
      await terminal.type('');
      await terminal.press('Control+C');
      await terminal.close();
      await notifications.lacks(/Subnet of (?:the )?worker/);
    }));

  test('each value has an input box with Back, and missing credentials are requested last', () =>
    shared.play('values and credentials', async (workbench) => {
      const { notifications, quickInput, tree } = workbench;
      const operation = new Operation(workbench);
      await tree.open();
      await tree.showsRow('kube-admin');
      if (await tree.hasRow('kube-admin', 'Not open')) await tree.openCluster('kube-admin');
      await workbench.run('Configure Peer Pods');
      await quickInput.chooseAll('aws', 'Enter Values...');
      await quickInput.shows('(3/8)');
      await quickInput.fill('not a subnet');
      await quickInput.shows('AWS_SUBNET_ID');
      await quickInput.press('Back');
      await quickInput.shows('(2/8)');
      await quickInput.choose('Enter Values...');
      await quickInput.answer('AWS_SUBNET_ID: ', 'subnet-0a1b2c3d4e5f60718');
      await quickInput.answer('AWS_VPC_ID: ', 'vpc-0123456789abcdef0');
      await quickInput.answer('AWS_SG_IDS: ', 'sg-0aaaabbbbccccdddd');
      await quickInput.shows('(6/8)');
      await quickInput.choose('Provide Credentials Another Way');
      await workbench.tabs.shows('peer-pods-of-kube-admin.yaml');
      await operation.continueWith('peer-pods-of-kube-admin.yaml');
      await operation.confirmUntil('peer-pods-secret is still missing');
      await notifications.press('peer-pods-secret is still missing', 'Enter Credentials...');
      await quickInput.shows('(1/2)');
      await quickInput.hidesText();
      await quickInput.answer('AWS_ACCESS_KEY_ID: ', 'AKIAIOSFODNN7EXAMPLE');
      await quickInput.answer('AWS_SECRET_ACCESS_KEY: ', 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY');
      await operation.confirmUntil('Peer pods are configured on kube-admin');
    }));

  test('on Azure, the user selects one of several virtual networks, and its subnets are read next', async () => {
    await start('azure');
    await shared.play('virtual networks', async (workbench) => {
      const { clipboard, dialogs, quickInput, tree } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      await workbench.run('Configure Peer Pods');
      await quickInput.chooseAll('azure', 'Run Commands Here...');
      await dialogs.press('Run', 'Run these commands on this computer? Number of commands: 2');
      await quickInput.asks('Select the virtual network that the worker nodes use.');
      await quickInput.choose('demo-vnet');
      const { detail } = await dialogs.press('Run', 'Run these commands on this computer? Number of commands: 1');
      assert.match(detail, /az network vnet subnet list .*--vnet-name demo-vnet/);
      await quickInput.asks('Select how to provide the cloud provider credentials');
      await quickInput.close();

      // The user runs the commands elsewhere.
      await workbench.run('Configure Peer Pods');
      await quickInput.chooseAll('azure', 'Copy Commands');
      // The next question appears after the extension has copied the commands.
      await quickInput.asks('AZURE_SUBNET_ID');
      await clipboard.copy('hub-vnet\ndemo-vnet\n');
      await quickInput.chooseAll('Paste Command Output...', 'Clipboard', 'demo-vnet');
      await quickInput.offers(/Copy Command.*--vnet-name demo-vnet/s);
      assert.doesNotMatch((await quickInput.rows()).join('\n'), /hub-vnet|Copied/);
      await quickInput.close();
    });
  });
});
