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

/** Certificate of a server that the CA issued. */
const issued = `-----BEGIN CERTIFICATE-----
MIIBLzCB1aADAgECAgEDMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMTCWF1dGhvcml0
eTAgFw0yNjExMjAwMDAwMDBaGA8yMTI2MTAyNzAwMDAwMFowGjEYMBYGA1UEAxMP
a2JzLmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEpeSRxGPk
gjFfHj+nQUPlM7ffwpoagksImnFN78yBbyOdCLStukwOwKWcIFabYJ7p+EDx11V6
2uGgcCouydpATqMQMA4wDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNJADBGAiEA
/c6jnpWqI0tzpiGKA0toP7/Bhn8i5EzMsLTRSKoRGaoCIQCjqfER3Relfl588kSO
BmM7oqxnyseCb5F5C3M63FUwDQ==
-----END CERTIFICATE-----
`;

/** Certificate of a server that is signed with its own key. */
const selfSigned = `-----BEGIN CERTIFICATE-----
MIIBJjCBzaADAgECAgEBMAoGCCqGSM49BAMCMBoxGDAWBgNVBAMTD2ticy5leGFt
cGxlLmNvbTAgFw0yNjExMjAwMDAwMDBaGA8yMTI2MTAyNzAwMDAwMFowGjEYMBYG
A1UEAxMPa2JzLmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
3vGqWjDpPgYzOP5YYpuzKS1nGu+hoVOSvXfmSTMo9XXhc1ZQADQcf4Cnn2qhUd3Z
LNwi1ujYDGjKD9J+CEaAiKMCMAAwCgYIKoZIzj0EAwIDSAAwRQIgKU4ZbVL+P+Gp
FKuDqSGET4Iz6ywT0Cr9FSGClUpOURwCIQDmaX6EJpS0QLzDZdXZNyf5UWb1LRSz
IBuZAPEz0mHFkQ==
-----END CERTIFICATE-----
`;

const oneLine = (pem: string) => pem.replaceAll('\n', '\\n');

const withCertificate = (pem: string) => initdataWith({ aa: exampleAa.replace(/'''\n$/, `${pem}'''\n`) });

export default defineInitdataRule({
  id: 'initdata-certificate',
  title: () => l10n.t`Untrusted KBS certificate`,
  severity: 'error',
  appliesTo: ['Initdata'],
  language: 'toml',
  why: () =>
    l10n.t`The attestation agent and the Confidential Data Hub use a certificate to verify that they are connected to your Key Broker Service (KBS). The certificate is in \`cert\` in aa.toml and in \`kbs_cert\` in cdh.toml. If the certificate is unusable, the connection to the KBS fails, and the pod gets no keys or secrets.

Use the certificate of the CA that issued the certificate of the KBS or, if the KBS signed its certificate with its own key, that certificate. It must be in PEM format, valid now, and not signed with SHA-1 or MD5. An RSA key must have at least 1024 bits. Never add a private key here, because anyone who can see the pod can read it.`,
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
    {
      // Marks can't be inside a certificate, so the mark is on its only line.
      avoid: withCertificate(`cert = "${oneLine(issued)}"\n#       ${'^'.repeat(oneLine(issued).length - 2)} want\n`),
      prefer: withCertificate(`cert = """\n${selfSigned}"""\n`),
    },
  ],
});
