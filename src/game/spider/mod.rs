//! Spider: two packs, ten columns, a stock of fifty.
