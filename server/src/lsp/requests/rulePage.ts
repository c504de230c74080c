/** Opens the page of a rule from the product files, so that it works without a network connection. */
import type { LspCapability } from '../context.ts';
import { openRulePageOnServer } from '../serverCapabilities.ts';
import { files } from '#platform/files.ts';
import { MessageType } from '#server/engine/protocolValues.ts';
import { ruleIds } from '#server/engine/findings/ruleIds.ts';
import { toInternalRuleId } from '#server/engine/findings/rule.ts';

const feature: LspCapability = {
  register({ connection, client }) {
    connection.onRequest('workspace/executeCommand', async ({ command, arguments: given = [] }) => {
      const [rule]: readonly unknown[] = given;
      const uri =
        command === openRulePageOnServer && typeof rule === 'string' ? rulePageUri(toInternalRuleId(rule)) : undefined;
      if (uri === undefined) return;
      if (client.window?.showDocument?.support === true)
        await connection.sendRequest('window/showDocument', { uri, takeFocus: true });
      else
        await connection.sendNotification('window/showMessage', {
          type: MessageType.Info,
          message: files.pathOf(uri) ?? uri,
        });
    });
  },
};
export default feature;

/** Returns the URI of a rule page. Returns undefined if the rule or its page doesn't exist. */
export function rulePageUri(rule: string): string | undefined {
  return ruleIds.includes(rule) ? files.rulePage(rule) : undefined;
}
