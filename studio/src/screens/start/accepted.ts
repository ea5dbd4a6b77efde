/** Ends of the names of files that hold rows, for the system's dialog; others can still be dropped. */
export const ACCEPTED = ".csv,.tsv,.txt,.gz,.parquet,.arrow,.feather,text/csv";

/** Ends of the names of saved audits. */
export const ACCEPTED_AUDITS = ".zip,.json";
