/** What the functions of a policy take, while their arguments are written. */
import type { Feature } from '../context.ts';
import { askPolicy, isPolicy } from '../policyLanguage.ts';

const feature: Feature = {
  capabilities: () => ({ signatureHelpProvider: { triggerCharacters: ['('], retriggerCharacters: [','] } }),
  register(context) {
    context.connection.onSignatureHelp(({ textDocument, position }) => {
      const file = context.files.get(textDocument.uri);
      return isPolicy(file) ? askPolicy(context, file, null, (language, about) => language.signatureHelp(file, position, about)) : null;
    });
  },
};
export default feature;
