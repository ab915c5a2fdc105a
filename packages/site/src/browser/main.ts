import { startSearch } from "./search.ts";
import { startTheme } from "./theme.ts";

startTheme();
startSearch();
