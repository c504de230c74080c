/**
 * What a program puts a value in place of. A template engine or a shell: `{{ }}`, `${VAR}`, `$(VAR)`, `$VAR`. The Vault
 * plug-in of Argo CD: `<path:secret/data/aws#key>`. SOPS: `ENC[AES256_GCM,data:...]`. A script's sed: `@NAME@`,
 * `%NAME%`, `__NAME__`.
 */
export const templateExpressionPattern =
  /\{\{|\$\{|\$\(|^\$[A-Za-z_]\w*$|<path:[^<>\s#]+#[^<>]+>|^ENC\[AES256_GCM,|^(?:@[A-Z][A-Z0-9_]*@|%[A-Z][A-Z0-9_]*%|__[A-Z][A-Z0-9_]*__)$/;
