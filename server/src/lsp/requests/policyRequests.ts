/** The custom requests about policies: handed on to the bundle that knows Rego and initdata, which is loaded with the first of them. */
import type { CancellationToken } from 'vscode-languageserver';
import type { Feature, ServerContext } from '../context.ts';
import { loadPolicy } from '#server/policy/load.ts';
import { attachPolicyRequest, packRequest, policyReplayRequest, policyTableRequest, policyTestRequest, unpackRequest } from '#server/protocol/protocol.ts';

const answers = {
  [policyTableRequest]: 'answerTable',
  [policyReplayRequest]: 'answerReplay',
  [policyTestRequest]: 'answerTest',
  [unpackRequest]: 'answerUnpack',
  [packRequest]: 'answerPack',
  [attachPolicyRequest]: 'answerAttach',
} as const;

const feature: Feature = {
  register(context) {
    for (const [method, name] of Object.entries(answers)) {
      context.connection.onRequest(method, async (sent: unknown, token: CancellationToken): Promise<object> => {
        const asked = await askedOf(context, sent, token);
        return (await loadPolicy())[name](asked);
      });
    }
  },
};
export default feature;

async function askedOf({ files, settings, workspace }: ServerContext, sent: unknown, token: CancellationToken) {
  const params: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  const uri = typeof params['uri'] === 'string' ? params['uri'] : '';
  return {
    params,
    file: files.get(uri),
    settings: await settings.for(uri),
    workspace: workspace.facts(),
    isCancelled: () => token.isCancellationRequested,
  };
}
