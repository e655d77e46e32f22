/**
 * What the chain offers a contract: the imports of module `env` (named after this file), all of them in cosmwasm-vm 1.5
 * to 3.x. Arguments are pointers to regions unless said otherwise. Source: cosmwasm packages/vm/src/imports.rs.
 */
export declare function abort(message: usize): void;
/** 0 = no such key. */
export declare function db_read(key: usize): usize;
export declare function db_write(key: usize, value: usize): void;
export declare function db_remove(key: usize): void;
/** Start inclusive, end exclusive, 0 = unbounded; order 1 ascending, 2 descending; returns the iterator's number. */
export declare function db_scan(start: usize, end: usize, order: i32): u32;
/** A region of key, key length, value, value length (lengths u32 big endian); an empty key is the end. */
export declare function db_next(iterator: u32): usize;
/** 0 = valid, else a region with the reason. */
export declare function addr_validate(source: usize): usize;
/** 0 = done, else a region with the reason. The target has room for 64 bytes. */
export declare function addr_canonicalize(source: usize, target: usize): usize;
/** 0 = done, else a region with the reason. The target has room for 90 bytes. */
export declare function addr_humanize(source: usize, target: usize): usize;
/** 0 = valid, 1 = invalid, more = malformed input. Accepts high-S and low-S alike. */
export declare function secp256k1_verify(hash: usize, signature: usize, publicKey: usize): u32;
export declare function query_chain(request: usize): usize;
