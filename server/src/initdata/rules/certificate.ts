import * as l10n from '@vscode/l10n';
import { defineInitdataRule } from '../initdataRule.ts';
import { exampleAa, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { toInitdataFinding, innerProblems } from './problems.ts';
import { cococtl } from './sources.ts';

/** Certificate of a CA, created with openssl for the examples and tests. It's valid from 2026-11-20 to 2126. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUPs/Uvkez8goMp6oPSKWbgVovyLwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJYXV0aG9yaXR5MCAXDTI2MTEyMDE2NTk1NFoYDzIxMjYxMDI3
MTY1OTU0WjAUMRIwEAYDVQQDDAlhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARJ4QKp6OM2qLxH9zI7fRFjt/VUCk7Qa2HBNctRBD60l+0fN2aIsC/f
emsXuzuFoeumBz3zvvukgW3dideWsSvqo1MwUTAdBgNVHQ4EFgQU7wp/Brz0UmPs
CnBqNMLSeE5s7JUwHwYDVR0jBBgwFoAU7wp/Brz0UmPsCnBqNMLSeE5s7JUwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAHHPMiKnPgvjyDK77O0V8O
NsYfz+WzYlEdF12xmX4mZAIgTM5pBQdNZWSUcVKhkr5zZxw/eeWL3TDQYFpIgCsF
VLE=
-----END CERTIFICATE-----
`;

const withCertificate = (pem: string) => initdataWith({ aa: exampleAa.replace(/'''\n$/, `${pem}'''\n`) });

export default defineInitdataRule({
  id: 'initdata-certificate',
  title: () => l10n.t`Untrusted KBS certificate`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The attestation agent and the Confidential Data Hub use a certificate to verify that they are connected to your Key Broker Service (KBS). The certificate is in \`cert\` in aa.toml and in \`kbs_cert\` in cdh.toml. If the certificate is unusable, the connection to the KBS fails, and the pod gets no keys or secrets.

Use a CA certificate in PEM format that is valid now and isn't signed with SHA-1 or MD5. An RSA key must have at least 1024 bits. Never add a private key here, because anyone who can see the pod can read it.`,
  source: [cococtl],
  *check({ document, now }) {
    for (const found of innerProblems(document, now, (code) => code.startsWith('certificate-')))
      yield toInitdataFinding(found, l10n.t`The KBS isn't trusted.`);
  },
  examples: [
    {
      avoid: withCertificate('cert = "not yet there"\n#       ^^^^^^^^^^^^^ want\n'),
      prefer: withCertificate(`cert = """\n${authority}"""\n`),
    },
  ],
});
