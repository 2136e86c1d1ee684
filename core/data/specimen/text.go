package specimen

// fromR returns files written by R's write.csv, write.csv2 and write.table.
func fromR() []File {
	const cars = "\"\",\"mpg\",\"cyl\",\"hp\"\n\"Mazda RX4\",21,6,110\n\"Datsun 710\",22.8,4,93\n"
	const iris = "\"\",\"Sepal.Length\",\"Sepal.Width\",\"Species\"\n\"1\",5.1,3.5,\"setosa\"\n\"2\",7,3.2,\"versicolor\"\n\"3\",6.3,3.3,\"virginica\"\n"
	const air = "\"Ozone\",\"Wind\",\"Temp\"\n41,7.4,67\nNA,14.3,56\n12,12.6,74\n"
	return []File{
		{Name: "write.csv", Content: cars, X: rows{{21, 6}, {22.8, 4}}, Y: rows{{110}, {93}}, Notes: []string{"column 1 numbers or names the rows"}},
		{Name: "write.csv, factor", Content: iris, Options: "--classes", X: rows{{5.1, 3.5}, {7, 3.2}, {6.3, 3.3}}, Y: rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
			Notes: []string{"the classes have one output each: setosa, versicolor, virginica", "column 1 numbers"}},
		{Name: "write.csv, factor, plain", Content: iris, Refusal: `line 2, column 4 (Species) is "setosa", expected a number; --classes takes the words of this column as classes`,
			PageX: rows{{5.1, 3.5}, {7, 3.2}, {6.3, 3.3}}, PageY: rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{Name: "write.csv, the index kept", Content: "\"\",\"a\",\"y\"\n\"1\",5,2\n\"2\",6,4\n", Options: "--features 1,a", X: rows{{1, 5}, {2, 6}}, Y: rows{{2}, {4}},
			PageX: rows{{5}, {6}}},
		{Name: "write.csv, NA", Content: air, Options: "--missing drop", X: rows{{41, 7.4}, {12, 12.6}}, Y: rows{{67}, {74}}, Notes: []string{"one of 3 rows left out"}},
		{Name: "write.csv, NA, refused", Content: air, Refusal: `line 3, column 1 (Ozone) is "NA", expected a number; --missing drop leaves such rows out, ` +
			`--missing mean puts the mean of the column in place`, PageX: rows{{41, 7.4}, {12, 12.6}}, PageY: rows{{67}, {74}}},
		{Name: "write.csv, logical", Content: "\"a\",\"ok\",\"y\"\n1.5,TRUE,2\n3,FALSE,4\n", X: rows{{1.5, 1}, {3, 0}}, Y: rows{{2}, {4}}},
		{Name: "write.csv2", Content: "\"\";\"a\";\"y\"\n\"1\";1,5;2\n\"2\";3,25;4\n", X: rows{{1.5}, {3.25}}, Y: rows{{2}, {4}},
			Notes: []string{"numbers have decimal commas: 1,5 is 1.5", "column 1 numbers"}},
		{Name: "write.table", Content: "\"a\" \"b\" \"y\"\n\"1\" 1.5 2 3\n\"2\" 4 5 6\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}}, Notes: []string{"column 1 numbers"}},
		{Name: "write.table, comma", Content: "\"a\",\"y\"\n\"first\",1.5,3\n\"second\",4,6\n", X: rows{{1.5}, {4}}, Y: rows{{3}, {6}}, Notes: []string{"column 1 numbers or names"}},
		{Name: "write.table, dec, no quotes", Content: "a y\n1 1,5 2\n2 2,5 3\n", X: rows{{1.5}, {2.5}}, Y: rows{{2}, {3}}, Notes: []string{"decimal commas", "column 1 numbers"}},
		{Name: "write.table, no names", Content: "1 2.5 3\n4 5 6.25\n", X: rows{{1, 2.5}, {4, 5}}, Y: rows{{3}, {6.25}}},
	}
}

// fromPandas returns files written by DataFrame.to_csv.
func fromPandas() []File {
	const colours = "colour,size,price\nred,1.5,10\nblue,2,20\nred,3,35\n"
	const gaps = "a,b,y\n1.0,,1\n,2.0,2\n3.0,4.0,3\n"
	return []File{
		{Name: "to_csv", Content: ",a,b,y\n0,1.5,2.0,3\n1,4.0,5.0,6\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}}, Notes: []string{"column 1 numbers or names the rows and is left out; --features"}},
		{Name: "to_csv, no index", Content: "a,b,y\n1.5,2.0,3\n4.0,5.0,6\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}}},
		{Name: "to_csv, shuffled", Content: ",a,y\n7,1.5,3\n2,4.0,6\n5,0.5,9\n", X: rows{{1.5}, {4}, {0.5}}, Y: rows{{3}, {6}, {9}}, Notes: []string{"column 1"}},
		{Name: "to_csv, saved twice", Content: ",Unnamed: 0,a,y\n0,0,1.5,3\n1,1,4.0,6\n", X: rows{{1.5}, {4}}, Y: rows{{3}, {6}}, Notes: []string{"column 1 ", "column 2 (Unnamed: 0)"}},
		{Name: "to_csv, no names", Content: ",0,1,2\n0,1.5,2.0,3.0\n1,4.0,5.0,6.0\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}},
			Notes: []string{"is taken for the numbers of the columns; --header no reads it as a row", "column 1 numbers"}},
		{Name: "to_csv, no names, no index", Content: "0,1,2\n1.5,2.0,3.0\n4.0,5.0,6.0\n", X: rows{{1.5, 2}, {4, 5}}, Y: rows{{3}, {6}}, Notes: []string{"the numbers of the columns"}},
		{Name: "numbers that look like that", Content: "0,1,2\n1.5,2.0,3.0\n", Options: "--header no", X: rows{{0, 1}, {1.5, 2}}, Y: rows{{2}, {3}}, PageX: rows{{1.5, 2}}, PageY: rows{{3}}},
		{Name: "to_csv, numbers and a target", Content: "0,1,target\n1.5,2.5,1\n3.5,4.5,-1\n", X: rows{{1.5, 2.5}, {3.5, 4.5}}, Y: rows{{1}, {-1}}, Notes: []string{"the numbers of the columns"}},
		{Name: "QUOTE_ALL", Content: "\"a\",\"b\",\"y\"\n\"1\",\"2.5\",\"3\"\n\"4\",\"5\",\"6\"\n", X: rows{{1, 2.5}, {4, 5}}, Y: rows{{3}, {6}}},
		{Name: "True and False", Content: "a,member,y\n1.5,True,2.5\n3.0,False,4\n", X: rows{{1.5, 1}, {3, 0}}, Y: rows{{2.5}, {4}}},
		{Name: "NaN as nothing", Content: gaps, Options: "--missing drop", X: rows{{3, 4}}, Y: rows{{3}}, Notes: []string{"2 of 3 rows left out, for missing values"}},
		{Name: "NaN as nothing, mean", Content: gaps, Options: "--missing mean", X: rows{{1, 3}, {2, 2}, {3, 4}}, Y: rows{{1}, {2}, {3}},
			Notes: []string{"2 missing values replaced by the mean of the column"}, PageX: rows{{3, 4}}, PageY: rows{{3}}},
		{Name: "missing target, mean", Content: "a,y\n1,2\n3,\n", Options: "--missing mean", Refusal: `line 3, column 2 (y) is missing, expected a number; --missing drop leaves such rows out`,
			PageX: rows{{1}}, PageY: rows{{2}}},
		{Name: "words", Content: colours, Options: "--encode onehot", X: rows{{0, 1, 1.5}, {1, 0, 2}, {0, 1, 3}}, Y: rows{{10}, {20}, {35}}, PageX: rows{{1.5}, {2}, {3}}},
		{Name: "words, refused", Content: colours, Refusal: `line 2, column 1 (colour) is "red", expected a number; --encode onehot makes a feature of each word of this column, ` +
			`--features chooses among the columns`, PageX: rows{{1.5}, {2}, {3}}, PageY: rows{{10}, {20}, {35}}},
		{Name: "words, one missing", Content: "colour,y\nred,1\n,2\nblue,3\n", Options: "--encode onehot --missing mean", X: rows{{0, 1}, {0.5, 0.5}, {1, 0}}, Y: rows{{1}, {2}, {3}},
			Notes: []string{"one missing value replaced"}, PageRefusal: "Choose 1 to 60 columns of features, not 0."},
		{Name: "decimal=','", Content: "a;b;y\n1,5;-0,25;3,0\n4,0;1e-3;6,5\n", X: rows{{1.5, -0.25}, {4, 0.001}}, Y: rows{{3}, {6.5}}, Notes: []string{"decimal commas"}},
		{Name: "decimal=',' between commas", Content: "a,y\n\"0,5\",1\n\"1,25\",2\n", X: rows{{0.5}, {1.25}}, Y: rows{{1}, {2}}, Notes: []string{"decimal commas: 0,5 is 0.5"}},
		{Name: "to_csv, gzip", Content: packed("a,y\n1.5,2\n3,4\n"), X: rows{{1.5}, {3}}, Y: rows{{2}, {4}}},
		{Name: "dates", Content: "day,a,y\n2024-01-01,1,2\n2024-01-02,3,4\n", Options: "--features a", X: rows{{1}, {3}}, Y: rows{{2}, {4}}},
		{Name: "identifiers", Content: "id,a,y\n1004,1.5,2\n1001,3,4\n", X: rows{{1.5}, {3}}, Y: rows{{2}, {4}}, Notes: []string{"column 1 (id) numbers"}},
		{Name: "not identifiers", Content: "id,a,y\n7,1.5,2\n7,3,4\n", X: rows{{7, 1.5}, {7, 3}}, Y: rows{{2}, {4}}},
		{Name: "to_parquet", Content: "PAR1\x15\x04\x15", Refusal: `the file is a Parquet file, expected text or NumPy: in Python, pandas.read_parquet(file).to_csv("data.csv", index=False)`,
			PageRefusal: `The file is a Parquet file, expected text or NumPy: in Python, pandas.read_parquet(file).to_csv("data.csv", index=False).`},
	}
}

// fromExcel returns files saved by English, German and French Excel.
func fromExcel() []File {
	return []File{
		{Name: "English, UTF-8", Content: "\xef\xbb\xbfheight,weight\r\n1.5,2\r\n3,4\r\n", X: rows{{1.5}, {3}}, Y: rows{{2}, {4}}},
		{Name: "English, thousands", Content: "a,b,y\r\n\"1,234.50\",\"1,234\",2\r\n3,\"1,234,567\",4\r\n", X: rows{{1234.5, 1234}, {3, 1234567}}, Y: rows{{2}, {4}}},
		{Name: "thousands or decimals", Content: "a,y\r\n\"1,234\",2\r\n\"2,345\",4\r\n",
			Refusal:     `line 2, column 1 (a) is "1,234", which may be 1.234 or 1234, expected numbers without commas, or semicolons between the cells`,
			PageRefusal: `Line 2, column 1 (a) is "1,234", which may be 1.234 or 1234, expected numbers without commas, or semicolons between the cells.`},
		{Name: "English, copied", Content: "a\ty\r\n1,234.5\t2\r\n3\t4\r\n", X: rows{{1234.5}, {3}}, Y: rows{{2}, {4}}},
		{Name: "German", Content: "Gr\xf6\xdfe;Preis\r\n1,5;1.234,50\r\n2,25;12,00\r\n", X: rows{{1.5}, {2.25}}, Y: rows{{1234.5}, {12}}, Notes: []string{"decimal commas: 1,5 is 1.5"}},
		{Name: "German, whole thousands", Content: "a;b\r\n0,5;1.234\r\n1,5;10.500\r\n", X: rows{{0.5}, {1.5}}, Y: rows{{1234}, {10500}}, Notes: []string{"decimal commas"}},
		{Name: "German, truth", Content: "a;b;c\r\n1,5;2;3\r\n4;x;6\r\n", Refusal: `line 3, column 2 (b) is "x", expected a number; --encode onehot makes a feature of each word of this column, ` +
			`--features chooses among the columns`, PageX: rows{{1.5}, {4}}, PageY: rows{{3}, {6}}},
		{Name: "French", Content: "taille;prix\r\n1,5;1\xa0234,5\r\n2;12\r\n", X: rows{{1.5}, {2}}, Y: rows{{1234.5}, {12}}, Notes: []string{"decimal commas"}},
		{Name: "French, UTF-8", Content: "\xef\xbb\xbftaille;prix\r\n1,5;1\u202f234,5\r\n2;12\r\n", X: rows{{1.5}, {2}}, Y: rows{{1234.5}, {12}}, Notes: []string{"decimal commas"}},
		{Name: "sep=;", Content: "sep=;\r\na;y\r\n1;2\r\n3;4\r\n", X: rows{{1}, {3}}, Y: rows{{2}, {4}}},
		{Name: "sep=, overridden", Content: "sep=;\r\na,y\r\n1,2\r\n3,4\r\n", Options: "--separator ,", X: rows{{1}, {3}}, Y: rows{{2}, {4}},
			PageRefusal: "The table has no column beside the label, expected at least one of features."},
		{Name: "Unicode text", Content: utf16le("a\ty\r\n1,5\t2\r\n3\t4\r\n"), X: rows{{1.5}, {3}}, Y: rows{{2}, {4}}, Notes: []string{"decimal commas"}},
		{Name: "empty columns and rows", Content: "a,y,,\r\n1,2,,\r\n3,4,,\r\n,,,\r\n", X: rows{{1}, {3}}, Y: rows{{2}, {4}}},
		{Name: "separators at the ends", Content: "a;y\n1;2;\n3;4;\n", X: rows{{1}, {3}}, Y: rows{{2}, {4}}},
		{Name: "xlsx", Content: "PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x13\x00\x00\x00[Content_Types].xml",
			Refusal:     "the file is a workbook of Excel or another zip file, expected text: save the sheet as CSV",
			PageRefusal: "The file is a workbook of Excel or another zip file, expected text: save the sheet as CSV."},
	}
}

// fromMatlab returns files written by MATLAB.
func fromMatlab() []File {
	return []File{
		{Name: "writematrix", Content: "0.814723686393179,0.913375856139019,1\n0.905791937075619,0.63235924622541,-1\n",
			X: rows{{0.814723686393179, 0.913375856139019}, {0.905791937075619, 0.63235924622541}}, Y: rows{{1}, {-1}}},
		{Name: "writetable", Content: "Var1,Var2,Var3\n1,2,3\n4,NaN,6\n7,8,9\n", Options: "--missing drop", X: rows{{1, 2}, {7, 8}}, Y: rows{{3}, {9}}, Notes: []string{"one of 3 rows"}},
		{Name: "save -ascii", Content: "   1.0000000e+00   2.5000000e+00   3.0000000e+00\n   4.0000000e+00  -5.0000000e+00   6.0000000e+00\n", X: rows{{1, 2.5}, {4, -5}}, Y: rows{{3}, {6}}},
		{Name: "mat2str", Content: "[1 2.5 3;4 5 6]", X: rows{{1, 2.5}, {4, 5}}, Y: rows{{3}, {6}}},
		{Name: "save", Content: "MATLAB 5.0 MAT-file, Platform: GLNXA64", Refusal: `the file is a MATLAB file, expected text: in MATLAB, writematrix(data, "data.csv")`,
			PageRefusal: `The file is a MATLAB file, expected text: in MATLAB, writematrix(data, "data.csv").`},
	}
}
