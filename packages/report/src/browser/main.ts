import { startPage } from "./start.ts";

void startPage();
