import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { adaptor112 } from '#core/product/sources.ts';
import { checkInitdata } from '#server/initdata/checkInitdata.ts';
import { exampleCdh } from '#server/engine/examples/exampleInitdata.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { packedInitdataWith, podWithInitdata } from './examplePacked.ts';
import { environmentOf, notChecked, summary } from './inside.ts';
import { isSound } from './initdataFaults.ts';
import { readPackedInitdata } from './unpacked.ts';
import { listEmbeddedInitdata } from './values.ts';

export default defineRule({
  id: 'packed-initdata-problems',
  title: () => l10n.t`Findings in packed initdata`,
  severity: 'warning',
  appliesTo: [...workloadIds, 'peer-pods-cm'],
  why: () =>
    l10n.t`What the rules of initdata find in the value of \`cc_init_data\` or INITDATA, and those of agent policies in its \`policy.rego\`, shows on the value too, as one finding, as grave as the worst of them; what is information only does not. What has more than 256 KiB or 5000 lines is not checked there. The code lens above opens the document, with each finding at its place.`,
  source: [adaptor112('src/cloud-api-adaptor/docs/initdata.md')],
  *check(context) {
    for (const value of listEmbeddedInitdata(context.manifest)) {
      const { text, document, tooLarge } = readPackedInitdata(value.node.text);
      if (tooLarge) yield notChecked(value, 'initdata');
      // What cannot be read is spoken of by other rules.
      if (text === undefined || document === undefined || !isSound(value)) continue;
      yield* summary(
        value,
        'initdata',
        text,
        checkInitdata(text, { uri: context.uri, place: 'annotation' }, environmentOf(context), document),
      );
    }
  },
  examples: [
    {
      avoid: podWithInitdata(packedInitdataWith({ cdh: exampleCdh.replace('https://kbs', 'https://other') }), true),
      prefer: podWithInitdata(packedInitdataWith({})),
    },
  ],
});
