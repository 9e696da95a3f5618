ALTER TABLE "cards" ADD COLUMN "proves_id" integer;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_proves_id_cards_id_fk" FOREIGN KEY ("proves_id") REFERENCES "public"."cards"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_proves_id" ON "cards" USING btree ("proves_id");