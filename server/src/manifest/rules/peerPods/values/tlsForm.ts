import * as l10n from '@vscode/l10n';
import {
  findSuiteByOpenSslName,
  isNoIanaName,
  minVersionWithoutSuites,
  tlsMinVersions,
} from '#core/peerPods/keys/tlsProfile.ts';
import { isInForce } from '#core/product/releases.ts';
import { formatAlternatives } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findDataEntry, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { createValueFinding, findPlaceholder, isString, type ValueProblem } from '../checkValues.ts';

/** Marks the finding of another rule at the key in the previous line. */
const overriddenVersion = '^^^^^^^^^^^^^^^ want osc/ppcm-tls-overridden';
const overriddenSuites = '^^^^^^^^^^^^^^^^^ want osc/ppcm-tls-overridden';

export default defineRule({
  id: 'ppcm-tls-form',
  title: () => l10n.t`Invalid TLS settings`,
  severity: 'info',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The upstream cloud-api-adaptor exits with the error "invalid TLS profile" if it can't use \`TLS_MIN_VERSION\` or \`TLS_CIPHER_SUITES\`. It accepts \`VersionTLS12\` and \`VersionTLS13\`, and IANA names of cipher suites. With \`VersionTLS13\`, it accepts no cipher suites. The severity is information, because the source code of cloud-api-adaptor in OSC 1.13 couldn't be read, and because the operator might override both keys.

Use an accepted value, or remove the keys.`,
  source: [
    'confidential-containers/cloud-api-adaptor@7c8c2880 src/cloud-api-adaptor/pkg/util/tlsconfig/tlsconfig.go',
    'openshift/sandboxed-containers-operator@933eb47f controllers/tls.go',
  ],
  *check({ manifest, release }) {
    // Earlier releases ignore both keys, and another rule says so.
    if (!isInForce({ since: '1.13' }, release)) return;
    const version = findWritten(manifest, 'TLS_MIN_VERSION');
    const suites = findWritten(manifest, 'TLS_CIPHER_SUITES');
    const versionProblem = version === undefined ? undefined : judgeVersion(version.value.text);
    if (version !== undefined && versionProblem !== undefined)
      yield createValueFinding(manifest, version, versionProblem);
    const suitesProblem = suites === undefined ? undefined : judgeSuites(suites.value.text, version?.value.text);
    if (suites !== undefined && suitesProblem !== undefined) yield createValueFinding(manifest, suites, suitesProblem);
  },
  examples: () => [
    {
      avoid: mapFor(
        'aws',
        'TLS_MIN_VERSION: "VersionTLS11"',
        overriddenVersion,
        '#                ^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws'),
    },
    {
      avoid: mapFor(
        'aws',
        'TLS_MIN_VERSION: "VersionTLS13"',
        overriddenVersion,
        'TLS_CIPHER_SUITES: "TLS_RSA_WITH_AES_128_GCM_SHA256"',
        overriddenSuites,
        '#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('aws'),
    },
    {
      avoid: mapFor(
        'azure',
        'TLS_CIPHER_SUITES: "ECDHE-RSA-AES128-GCM-SHA256"',
        overriddenSuites,
        '#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('azure'),
    },
  ],
});

/** Returns a key whose value is text that the user wrote, not empty and no placeholder. */
function findWritten(manifest: Manifest, name: string): ConfigDataEntry | undefined {
  const entry = findDataEntry(manifest, name);
  return entry === undefined ||
    entry.value.unknown ||
    entry.value.text === '' ||
    !isString(manifest, entry) ||
    findPlaceholder(entry.value.text) !== undefined
    ? undefined
    : entry;
}

function judgeVersion(text: string): ValueProblem | undefined {
  if (tlsMinVersions.includes(text)) return undefined;
  const minor = /^(?:Version)?TLS ?_?v?1[._]?([23])$|^1\.([23])$/i.exec(text);
  const meant = minor === null ? undefined : `VersionTLS1${minor[1] ?? minor[2]}`;
  return {
    message: l10n.t`cloud-api-adaptor probably exits because of the TLS version "${sanitizeQuote(text, 40)}". Expected: ${formatAlternatives(tlsMinVersions)}.`,
    fixes: meant === undefined ? [] : [{ text: meant, sure: false }],
  };
}

function judgeSuites(text: string, minVersion: string | undefined): ValueProblem | undefined {
  if (minVersion === minVersionWithoutSuites)
    return {
      message: l10n.t`cloud-api-adaptor probably exits because ${minVersionWithoutSuites} doesn't allow cipher suites. Remove TLS_CIPHER_SUITES.`,
    };
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => name !== '' && isNoIanaName(name));
  if (wrong === undefined) return undefined;
  const right = names.map((name) => (isNoIanaName(name) ? findSuiteByOpenSslName(name) : name));
  return {
    message: l10n.t`cloud-api-adaptor probably exits because "${sanitizeQuote(wrong, 40)}" isn't the IANA name of a cipher suite.`,
    fixes: right.every((name) => name !== undefined) ? [{ text: right.join(','), sure: false }] : [],
  };
}
