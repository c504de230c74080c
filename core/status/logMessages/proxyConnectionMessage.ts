/**
 * Detects that cloud-api-adaptor can't reach a pod VM. Source: domain/08-diagnostics.md, reported symptoms; OSC 1.12
 * §3.1.
 */
import * as l10n from '@vscode/l10n';
import { enablingPorts } from '#core/product/docSections.ts';
import { defineLogMessage } from './logMessage.ts';

export const proxyConnectionMessage = defineLogMessage({
  id: 'log-agent-proxy',
  title: () => l10n.t`cloud-api-adaptor can't reach a pod VM`,
  likelihood: 85,
  places: ['adaptor'],
  pattern: /(?:agent proxy|dial tcp)[^\n]{0,300}:15150[^\n]{0,80}(?:connection refused|i\/o timeout|no route to host)/,
  hints: [':15150'],
  about: () => 'cloud-api-adaptor',
  meaning: () =>
    l10n.t`A pod VM doesn't respond on port 15150. Either a firewall blocks the connection, or the VM hasn't booted. While a VM boots, a few log lines with this error are normal.`,
  todo: () => l10n.t`Open ports 15150 and 9000 between worker nodes and pod VMs, and check the pod VM console.`,
  docs: enablingPorts,
  least: 20,
});
