import type { X509Certificate } from 'node:crypto';
import process from 'node:process';
import type { GunzipFault, Compression } from '../platform.ts';

// Few files contain compressed content or certificates, so these modules, which take several milliseconds to load, are
// loaded only when they're used.
const zlib = () => process.getBuiltinModule('node:zlib');
const crypto = () => process.getBuiltinModule('node:crypto');

export const packing: Compression = {
  gzip(bytes) {
    // Node.js writes a time of 0 to the gzip header. The operating system field varies, so it's set to "unknown" as
    // defined in RFC 1952.
    const { constants, gzipSync } = zlib();
    const packed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
    packed[9] = 0xff;
    return packed;
  },
  gunzip(bytes, most) {
    try {
      return zlib().gunzipSync(bytes, { maxOutputLength: most });
    } catch (error) {
      return faultOf(error);
    }
  },
  digest: (algorithm, bytes) => crypto().createHash(algorithm).update(bytes).digest(),
  certificate(pem) {
    const read = readCertificate(pem);
    if (read === undefined) return undefined;
    const { validFrom, validTo, ca, raw } = read;
    return {
      from: Date.parse(validFrom),
      until: Date.parse(validTo),
      ca,
      selfSigned: isSelfSigned(read),
      rsaBits: rsaBits(read),
      raw,
    };
  },
};

function faultOf(error: unknown): GunzipFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return { fault: 'too-large' };
  if (code === 'Z_BUF_ERROR') return { fault: 'cut' };
  return { fault: 'broken', ...(error instanceof Error ? { reason: error.message } : {}) };
}

function readCertificate(pem: string): X509Certificate | undefined {
  const { X509Certificate } = crypto();
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  try {
    return certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
}

function rsaBits(certificate: X509Certificate): number | undefined {
  try {
    const key = certificate.publicKey;
    return key.asymmetricKeyType === 'rsa' ? key.asymmetricKeyDetails?.modulusLength : undefined;
  } catch {
    return undefined;
  }
}
