/** What is used of the YAML library: a bundle of its own, loaded when the quick reader declines a document. */
export { Document, isAlias, isMap, isScalar, isSeq, parseAllDocuments, parseDocument, stringify, visit } from 'yaml';
